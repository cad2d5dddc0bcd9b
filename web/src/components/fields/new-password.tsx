/**
 * A field for a new password, which is checked while the user types. The user can show, hide or generate the password.
 */
import { IconCheck, IconCopy, IconWand, IconX } from "@tabler/icons-react";
import { useId, useState } from "react";
import { passwordProblem } from "#shared/rules/passwords.ts";
import { messageOf } from "../../lib/http/problem.ts";
import { notify } from "../../lib/notify.ts";
import { Button } from "../button.tsx";
import { generatePassword } from "./generate-password.ts";
import classes from "./new-password.module.css";

interface Props {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** Owner of the password. The password must not contain the owner's username or e-mail address. */
  person: { username: string; email: string };
  /** The server's error message about the password. */
  problem?: string | undefined;
  required?: boolean;
}

export function NewPassword({ label, value, onChange, person, problem, required }: Props) {
  const id = useId();
  const [shown, setShown] = useState(false);
  const refused = value === "" ? null : passwordProblem(value, person);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      notify({ tone: "success", message: "The password has been copied." });
    } catch (thrown) {
      notify({ tone: "error", message: `The password was not copied: ${messageOf(thrown)}` });
    }
  };
  return (
    <div className={classes.field}>
      <label htmlFor={id}>
        {label}
        {required && <span aria-hidden="true"> *</span>}
      </label>
      <div className={classes.row}>
        <input
          id={id}
          type={shown ? "text" : "password"}
          value={value}
          autoComplete="new-password"
          spellCheck={false}
          aria-required={required || undefined}
          aria-invalid={refused !== null || problem !== undefined || undefined}
          aria-describedby={`${id}-hint`}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
        <Button look="default" aria-pressed={shown} onClick={() => setShown(!shown)}>
          {shown ? "Hide" : "Show"}
        </Button>
        <Button
          look="default"
          icon={<IconWand size={15} aria-hidden />}
          onClick={() => {
            onChange(generatePassword());
            setShown(true);
          }}
        >
          Generate
        </Button>
        {shown && value !== "" && (
          <Button look="default" icon={<IconCopy size={15} aria-hidden />} onClick={() => void copy()}>
            Copy
          </Button>
        )}
      </div>
      <Hint id={`${id}-hint`} value={value} problem={refused ?? problem} />
    </div>
  );
}

interface HintProps {
  id: string;
  value: string;
  problem: string | undefined;
}

/** Describes a good password while the field is empty; then shows whether the typed password is accepted. */
function Hint({ id, value, problem }: HintProps) {
  const Icon = problem ? IconX : IconCheck;
  const tone = value === "" ? undefined : problem ? "bad" : "good";
  return (
    <p id={id} className={classes.hint} data-tone={tone} role="status">
      {value !== "" && <Icon size={14} aria-hidden />}
      {value === ""
        ? "At least 8 characters. A few uncommon words or a generated password are best."
        : (problem ?? strength(value))}
    </p>
  );
}

/** Rates the strength by length alone, because the password has already passed the password rule. */
const strength = (value: string): string =>
  value.length >= 14 ? "Strong." : value.length >= 11 ? "Good." : "Accepted. Longer is stronger.";
