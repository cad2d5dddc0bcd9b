/**
 * Lists and repairs accounts of the sign-in service that don't match their profile. A mismatch remains if a change of
 * an account failed half way.
 */

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button, Skeleton } from "../../../components/button.tsx";
import { Group, Text } from "../../../components/layout.tsx";
import { Notice } from "../../../components/notice.tsx";
import { Modal } from "../../../components/overlays/dialog.tsx";
import { useOneAction } from "../../../lib/hooks/use-one-action.ts";
import { messageOf } from "../../../lib/http/problem.ts";
import { type AccountProblem, people } from "../common/admin-api.ts";
import { reloadPeople } from "./use-roles.ts";

const problems: Readonly<Record<AccountProblem["problem"], string>> = {
  no_profile: "An account without a profile",
  email_differs: "Two e-mail addresses",
  not_banned: "Disabled here, but can still sign in",
  banned: "Active here, but cannot sign in",
};

export function AccountCheck({ onClose }: { onClose: () => void }) {
  const [result, setResult] = useState<string | null>(null);
  const { busy, problem, attempt } = useOneAction();
  const check = useQuery({
    queryKey: ["people", "check"],
    queryFn: ({ signal }) => people.check(signal),
    staleTime: 0,
  });
  const repair = () =>
    attempt(async () => {
      const { repaired, left } = await people.repair();
      setResult(`${repaired} repaired${left.length > 0 ? `, ${left.length} left` : ""}.`);
      await reloadPeople();
    });
  return (
    <Modal onClose={onClose} title="Accounts and profiles" size="xl">
      {check.isPending && <Skeleton height={90} />}
      {check.isError && <Notice tone="bad">{messageOf(check.error)}</Notice>}
      {check.data?.length === 0 && <Text>All accounts and profiles match.</Text>}
      {check.data && check.data.length > 0 && <ProblemTable rows={check.data} />}
      {(problem ?? result) && <Text role="status">{problem ?? result}</Text>}
      <Group at="end">
        <Button look="default" onClick={onClose}>
          Close
        </Button>
        {check.data && check.data.length > 0 && (
          <Button loading={busy} onClick={() => void repair()}>
            Repair all
          </Button>
        )}
      </Group>
    </Modal>
  );
}

const ProblemTable = ({ rows }: { rows: readonly AccountProblem[] }) => (
  <table>
    <thead>
      <tr>
        <th scope="col">Account</th>
        <th scope="col">Problem</th>
        <th scope="col">Repair</th>
      </tr>
    </thead>
    <tbody>
      {rows.map((row) => (
        <tr key={`${row.user_id} ${row.problem}`}>
          <td>{row.username ?? row.email}</td>
          <td>{problems[row.problem]}</td>
          <td>{row.repair}</td>
        </tr>
      ))}
    </tbody>
  </table>
);
