/** One form of the review queue: its offices, its numbers as links, and the buttons that begin a review. */
import { useMutation } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useId } from "react";
import { Button } from "../../components/button.tsx";
import { useHint } from "../../components/floating/hint.ts";
import { Group, Text } from "../../components/layout.tsx";
import type { CurrentUser } from "../../lib/current-user.ts";
import { count } from "../../lib/format.ts";
import { messageOf } from "../../lib/http/problem.ts";
import { linkTo, screenByRoute } from "../../records/common/record-screens.ts";
import { refusalForAnyRow } from "../../records/common/rights.ts";
import {
  addressOfFirst,
  type FormToReview,
  type OfficeToReview,
  restOf,
  type Waiting,
  waitingSearch,
} from "../../records/review/review-by-form.ts";
import classes from "./review-queue.module.css";

interface Props {
  form: FormToReview;
  user: CurrentUser;
  /**
   * Opens the dialog that approves all waiting rows except unusual ones and those that the user entered; undefined if
   * the user may not approve.
   */
  onApprove: (() => void) | undefined;
}

export function QueuedForm({ form, user, onApprove }: Props) {
  const navigate = useNavigate();
  const opening = useMutation({ mutationFn: addressOfFirst, onSuccess: (address) => navigate(address) });
  const id = useId();
  const screen = screenByRoute(form.drill.route);
  const refusal = screen ? refusalForAnyRow(screen, user, "approve") : null;
  const hint = useHint(refusal);
  const rest = restOf(form);
  const approval = `Approve ${rest < form.to_review ? "the other" : "all"} ${count(rest)}`;
  const { label, noun } = form;
  return (
    <li className={classes.form}>
      <div className={classes.head}>
        <h2>{label}</h2>
        {numbers.map(
          ([which, words]) =>
            form[which] > 0 && <WaitingLink key={which} form={form} which={which} words={words} />,
        )}
      </div>
      {onApprove && (
        <Group className={classes.buttons}>
          {(["unusual", "to_review"] as const).map(
            (which) =>
              form[which] > 0 && (
                <Button
                  key={which}
                  look={which === "unusual" ? "filled" : "default"}
                  loading={opening.isPending && opening.variables.which === which}
                  aria-label={`Review ${named(form, which)} of ${label}`}
                  onClick={() => opening.mutate({ form, which })}
                >
                  Review {named(form, which)}
                </Button>
              ),
          )}
          {rest > 0 && (
            <Button
              look="default"
              aria-label={`${approval} of ${label}`}
              aria-disabled={refusal ? true : undefined}
              aria-describedby={refusal ? id : undefined}
              {...hint}
              onClick={refusal ? undefined : onApprove}
            >
              {approval}
            </Button>
          )}
        </Group>
      )}
      {onApprove && refusal && (
        <p className={classes.own} id={id}>
          {refusal}
        </p>
      )}
      {onApprove && form.own > 0 && <p className={classes.own}>{ownText(form)}</p>}
      {opening.isError && <Text role="alert">{messageOf(opening.error)}</Text>}
      <details className={classes.offices}>
        <summary>
          {count(form.offices.length)} {form.offices.length === 1 ? "office" : "offices"} with {noun.many}
        </summary>
        <Offices form={form} />
      </details>
    </li>
  );
}

/** Says how many of the waiting rows without an unusual value the user entered and may not approve. */
function ownText({ own, to_review, unusual }: FormToReview): string {
  const others = to_review - unusual;
  const rows = unusual > 0 ? `${count(others)} without unusual values` : count(others);
  return `${count(own)} of the ${rows} ${own === 1 ? "is" : "are"} yours, so someone else must approve ${own === 1 ? "it" : "them"}.`;
}

const numbers = [
  ["to_review", "to review"],
  ["unusual", "unusual"],
  ["returned", "returned"],
] as const satisfies [Waiting, string][];

const named = (form: FormToReview, which: "unusual" | "to_review"): string =>
  which === "unusual" ? `${count(form.unusual)} unusual` : `all ${count(form.to_review)}`;

interface WaitingLinkProps {
  form: FormToReview;
  which: Waiting;
  words?: string;
  office?: OfficeToReview;
}

/** A number that links to the list of its rows. */
function WaitingLink({ form, which, words = "", office }: WaitingLinkProps) {
  const value = (office ?? form)[which];
  const screen = screenByRoute(form.drill.route);
  const text = `${count(value)} ${words}`.trim();
  if (value === 0 || !screen) return <span className={classes.none}>{text}</span>;
  return (
    <Link
      {...linkTo(screen)}
      search={waitingSearch(form, which, office)}
      className={classes.number}
      data-which={which}
    >
      {text}
    </Link>
  );
}

function Offices({ form }: { form: FormToReview }) {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">Office</th>
          <th scope="col">To review</th>
          <th scope="col">Unusual</th>
          <th scope="col">Returned</th>
        </tr>
      </thead>
      <tbody>
        {form.offices.map((office) => (
          <tr key={`${office.region_name} ${office.province_name}`}>
            <th scope="row">{officeText(office)}</th>
            {numbers.map(([which]) => (
              <td key={which}>
                <WaitingLink form={form} which={which} office={office} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const officeText = ({ region_name, province_name }: OfficeToReview): string =>
  province_name ?? region_name ?? "Central office";
