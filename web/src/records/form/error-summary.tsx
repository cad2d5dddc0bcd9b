/**
 * Lists all problems of the form, each as a link to its field. After a refused save the summary gets the focus. If
 * all problems are empty required fields, the first empty field gets the focus instead.
 */

import { useEffect, useEffectEvent, useRef } from "react";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { Notice } from "../../components/notice.tsx";
import { fieldId } from "./fields/form-field.tsx";

export interface FormProblem {
  /** Name of the field; absent if the problem is not about a single field. */
  field?: string;
  message: string;
  /** True if the problem is that a required field is empty. */
  missing?: boolean;
}

interface Props {
  record: AnyRecord;
  complaints: readonly FormProblem[];
  /** Number of refused saves. Each refused save moves the focus to this summary or to the first empty field. */
  attempt: number;
}

export function ErrorSummary({ record, complaints, attempt }: Props) {
  const summary = useRef<HTMLDivElement>(null);
  const moveFocus = useEffectEvent(() => {
    const [first] = complaints;
    const missing = first?.field !== undefined && complaints.every((one) => one.missing);
    if (missing) document.getElementById(fieldId(String(first.field)))?.focus();
    else summary.current?.focus();
  });
  useEffect(() => {
    if (attempt > 0) moveFocus();
  }, [attempt]);
  if (complaints.length === 0) return null;
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
                href={`#${fieldId(field)}`}
                onClick={(event) => {
                  event.preventDefault();
                  const control = document.getElementById(fieldId(field));
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
