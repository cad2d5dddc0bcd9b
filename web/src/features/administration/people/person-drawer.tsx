/** Registers somebody, or shows and changes what is known of them. */

import { useQuery } from "@tanstack/react-query";
import { useCallback, useRef, useState } from "react";
import { Button, Skeleton } from "../../../components/button.tsx";
import { Group, Text } from "../../../components/layout.tsx";
import { Notice } from "../../../components/notice.tsx";
import { Drawer, Modal } from "../../../components/overlays/dialog.tsx";
import type { CurrentUser } from "../../../lib/current-user.ts";
import { messageOf } from "../../../lib/http/problem.ts";
import { notify } from "../../../lib/notify.ts";
import { Answer } from "../../../records/common/answer.tsx";
import { people } from "../common/admin-api.ts";
import { whyNot } from "./person-columns.tsx";
import { PersonForm } from "./person-form.tsx";
import { useRoles } from "./use-roles.ts";

interface Props {
  user: CurrentUser;
  /** Null for somebody new. */
  id: string | null;
  onClose: () => void;
}

export default function PersonDrawer({ user, id, onClose }: Props) {
  const [asking, setAsking] = useState(false);
  const isDirty = useRef<() => boolean>(() => false);
  const connectDirty = useCallback((ask: () => boolean) => {
    isDirty.current = ask;
  }, []);
  const roles = useRoles();
  const person = useQuery({
    queryKey: ["people", "one", id],
    queryFn: async ({ signal }) =>
      (await people.search({ id, page: 1, page_size: 1 }, signal)).data[0] ?? null,
    enabled: id !== null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const found = id === null ? null : person.data;
  const close = () => {
    if (isDirty.current()) setAsking(true);
    else onClose();
  };
  return (
    <>
      <Drawer
        opened
        onClose={close}
        size="min(100vw, 46rem)"
        title={id === null ? "New user" : (found?.username ?? "User")}
        closeOnClickOutside={false}
      >
        {id !== null && person.isPending && <Skeleton height={280} />}
        {person.isError && <Notice tone="bad">{messageOf(person.error)}</Notice>}
        {id !== null && person.data === null && (
          <Notice tone="warn">This user does not exist, or belongs to another office.</Notice>
        )}
        {found !== undefined && (id === null || found) && (
          <Answer asked={roles} loading="Loading roles">
            {(entries) => (
              <PersonForm
                user={user}
                person={found}
                roles={entries}
                readOnly={found ? whyNot(user, found, "update") : null}
                connectDirty={connectDirty}
                onCancel={close}
                onSaved={(message) => {
                  notify({ tone: "success", message });
                  onClose();
                }}
              />
            )}
          </Answer>
        )}
      </Drawer>
      <Modal
        opened={asking}
        onClose={() => setAsking(false)}
        title="There are unsaved entries"
        size="md"
        over
      >
        <Text>
          They stay in this browser, without the password, and are offered when the form is opened again.
        </Text>
        <Group at="end">
          <Button look="default" onClick={onClose}>
            Close the form
          </Button>
          <Button data-autofocus onClick={() => setAsking(false)}>
            Keep editing
          </Button>
        </Group>
      </Modal>
    </>
  );
}
