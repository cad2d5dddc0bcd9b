/** Registers somebody, or shows and changes what is known of them. */
import { Alert, Button, Group, Skeleton, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useCallback, useRef, useState } from "react";
import { Drawer, Modal } from "../../../components/dialog.tsx";
import { Library } from "../../../components/library.tsx";
import type { CurrentUser } from "../../../lib/current-user.ts";
import { messageOf } from "../../../lib/http/problem.ts";
import { notify } from "../../../lib/notify.ts";
import { Answer } from "../../../records/common/answer.tsx";
import form from "../../../records/form/fields/form.module.css";
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
    <Library>
      <Drawer
        opened
        onClose={close}
        position="right"
        size="min(100vw, 46rem)"
        title={id === null ? "New user" : (found?.username ?? "User")}
        classNames={{ title: form.drawerTitle ?? "" }}
        closeButtonProps={{ "aria-label": "Close" }}
        closeOnClickOutside={false}
      >
        {id !== null && person.isPending && <Skeleton height={280} />}
        {person.isError && (
          <Alert color="red" role="alert">
            {messageOf(person.error)}
          </Alert>
        )}
        {id !== null && person.data === null && (
          <Alert color="yellow">This user does not exist, or belongs to another office.</Alert>
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
        centered
        size="md"
        zIndex={400}
        closeButtonProps={{ "aria-label": "Close" }}
      >
        <Text>
          They stay in this browser, without the password, and are offered when the form is opened again.
        </Text>
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={onClose}>
            Close the form
          </Button>
          <Button data-autofocus onClick={() => setAsking(false)}>
            Keep editing
          </Button>
        </Group>
      </Modal>
    </Library>
  );
}
