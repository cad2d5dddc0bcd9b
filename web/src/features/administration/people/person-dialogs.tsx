/** Confirmation dialogs for actions on an account, and their results. */
import { ConfirmDialog, deletion } from "../../../components/overlays/confirm-dialog.tsx";
import { type Person, people } from "../common/admin-api.ts";
import { AccountCheck } from "./account-check.tsx";
import { PasswordReset } from "./password-reset.tsx";
import { reloadPeople } from "./use-roles.ts";

export type PersonAct = "delete" | "disable" | "enable" | "sign-out" | "password";
export type PersonDialog = { kind: PersonAct; person: Person } | { kind: "check" };

const questions = {
  delete: {
    ...deletion,
    ask: (name: string) => `Delete ${name}?`,
    detail:
      "The account and its profile are deleted permanently. The user's records and log entries stay, and you become the owner of the views that the user shared with everyone. All other saved views of the user are deleted. To block a user for a time, disable the account instead.",
    done: "Deleted.",
  },
  disable: {
    ask: (name: string) => `Disable ${name}?`,
    detail:
      "They are signed out immediately and cannot sign in until they are enabled. Their records and log entries stay.",
    yes: "Yes, disable",
    busy: "Disabling…",
    danger: true,
    done: "Disabled.",
  },
  enable: {
    ask: (name: string) => `Enable ${name}?`,
    detail: "They can sign in again with their password and have their role's rights.",
    yes: "Yes, enable",
    busy: "Enabling…",
    done: "Enabled.",
  },
  "sign-out": {
    ask: (name: string) => `Sign ${name} out of all devices?`,
    detail: "All their sessions end immediately. They can sign in again.",
    yes: "Yes, sign out",
    busy: "Signing out…",
    done: "Signed out of all devices.",
  },
} as const;

export default function PersonDialogs({ dialog, onClose }: { dialog: PersonDialog; onClose: () => void }) {
  if (dialog.kind === "check") return <AccountCheck onClose={onClose} />;
  const { kind, person } = dialog;
  if (kind === "password") return <PasswordReset person={person} onClose={onClose} />;
  const { ask, done, ...texts } = questions[kind];
  return (
    <ConfirmDialog
      {...texts}
      question={ask(person.username)}
      onYes={async () => {
        // Reload the list even if the server refuses the action, because another administrator may have changed the
        // user.
        const { pending } = await people.act(kind, person).finally(reloadPeople);
        return pending
          ? `${done} The sign-in service did not respond. Use "Check accounts" to finish.`
          : done;
      }}
      onClose={onClose}
    />
  );
}
