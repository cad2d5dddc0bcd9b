/**
 * All problems of the form in one place, each a link to its field. Takes the focus when the save was refused; where nothing
 * but entries is missing, the first field that lacks one does, to be filled in at once.
 */

import { useEffect, useRef } from "react";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { Notice } from "../../components/notice.tsx";
import { fieldId } from "./fields/form-field.tsx";

export interface Complaint {
  /** Absent when the problem is not about one field. */
  field?: string;
  message: string;
  /** Nothing is given where something must be. */
  missing?: boolean;
}

interface Props {
  record: AnyRecord;
  complaints: readonly Complaint[];
  /** Counts the refused saves; each one moves the focus. */
  attempt: number;
}

export function ErrorSummary({ record, complaints, attempt }: Props) {
  const summary = useRef<HTMLDivElement>(null);
  const latest = useRef(complaints);
  latest.current = complaints;
  useEffect(() => {
    if (attempt === 0) return;
    const [first] = latest.current;
    const missing = first?.field !== undefined && latest.current.every((one) => one.missing);
    if (missing) document.getElementById(fieldId(String(first.field)))?.focus();
    else summary.current?.focus();
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
