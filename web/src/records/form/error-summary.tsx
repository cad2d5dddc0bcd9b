/**
 * Lists all problems of the form, each as a link to its field. After a refused save the summary gets the focus.
 */

import { useEffect, useRef } from "react";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { Notice } from "../../components/notice.tsx";
import { controlId } from "./fill/parent-names.ts";

export interface FormProblem {
  /** Name of the field; absent if the problem is not about a single field. */
  field?: string;
  message: string;
}

interface Props {
  record: AnyRecord;
  complaints: readonly FormProblem[];
  /** Number of refused saves. Each refused save moves the focus to this summary. */
  attempt: number;
}

export function ErrorSummary({ record, complaints, attempt }: Props) {
  const summary = useRef<HTMLDivElement>(null);
  const isShown = complaints.length > 0;
  /**
   * Value of `attempt` when the focus last moved here. Needed because the error messages may be rendered only after
   * `attempt` has changed.
   */
  const focused = useRef(0);
  useEffect(() => {
    if (!isShown || focused.current === attempt) return;
    focused.current = attempt;
    summary.current?.focus();
  }, [attempt, isShown]);
  if (!isShown) return null;
  return (
    <Notice
      tone="bad"
      ref={summary}
      tabIndex={-1}
      aria-labelledby="form-problems"
      title={
        <span id="form-problems">
          {complaints.length === 1 ? "There is a problem" : `There are ${complaints.length} problems`}
        </span>
      }
    >
      <ul>
        {complaints.map(({ field, message }) => (
          <li key={`${field} ${message}`}>
            {field && record.fields.some((known) => known.name === field) ? (
              <a
                href={`#${controlId(record, field)}`}
                onClick={(event) => {
                  event.preventDefault();
                  const control = document.getElementById(controlId(record, field));
                  control?.scrollIntoView({ block: "center" });
                  control?.focus();
                }}
              >
                {message}
              </a>
            ) : (
              message
            )}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
