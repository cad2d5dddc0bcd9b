/** Accounts of the sign-in service and profiles that do not agree, where a step in between has failed, and their repair. */
import { Alert, Button, Group, Skeleton, Table, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Modal } from "../../../components/dialog.tsx";
import { messageOf } from "../../../lib/http/problem.ts";
import { type AccountProblem, people } from "../common/admin-api.ts";
import { peopleChanged } from "./use-roles.ts";

const problems: Readonly<Record<AccountProblem["problem"], string>> = {
  no_profile: "An account without a profile",
  email_differs: "Two e-mail addresses",
  not_banned: "Disabled here, but can still sign in",
  banned: "Active here, but cannot sign in",
};

export function AccountCheck({ onClose }: { onClose: () => void }) {
  const [said, setSaid] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const check = useQuery({
    queryKey: ["people", "check"],
    queryFn: ({ signal }) => people.check(signal),
    staleTime: 0,
  });
  const repair = async () => {
    setBusy(true);
    try {
      const { repaired, left } = await people.repair();
      setSaid(`${repaired} repaired${left.length > 0 ? `, ${left.length} left` : ""}.`);
      await peopleChanged();
    } catch (thrown) {
      setSaid(messageOf(thrown));
    }
    setBusy(false);
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title="Accounts and profiles"
      centered
      size="xl"
      closeButtonProps={{ "aria-label": "Close" }}
    >
      {check.isPending && <Skeleton height={90} />}
      {check.isError && (
        <Alert color="red" role="alert">
          {messageOf(check.error)}
        </Alert>
      )}
      {check.data?.length === 0 && <Text>Every account has a profile, and the two agree.</Text>}
      {check.data && check.data.length > 0 && (
        <Table withTableBorder fz="sm">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Account</Table.Th>
              <Table.Th>Problem</Table.Th>
              <Table.Th>Repair</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {check.data.map((row) => (
              <Table.Tr key={`${row.user_id} ${row.problem}`}>
                <Table.Td>{row.username ?? row.email}</Table.Td>
                <Table.Td>{problems[row.problem]}</Table.Td>
                <Table.Td>{row.repair}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      {said && (
        <Text mt="sm" role="status">
          {said}
        </Text>
      )}
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose}>
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
