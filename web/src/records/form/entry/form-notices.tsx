/**
 * Notices in the form of a row: the row is read-only, is incomplete, or was saved with a reason for unusual values.
 * Also lists drafts that the user can restore.
 */
import type { ReactNode } from "react";
import { enumerate } from "#shared/rules/text.ts";
import type { missingFacts } from "#shared/validate/facts.ts";
import { reasonField } from "#shared/validate/soft-checks.ts";
import { Notice } from "../../../components/notice.tsx";
import AskToReopen from "../../reopening/ask-to-reopen.tsx";
import { OfferedDrafts } from "../drafts/offered-drafts.tsx";
import type { useRecordForm } from "../use-record-form.ts";
import type { RecordFormProps } from "./form-props.ts";

interface Props extends Pick<RecordFormProps, "record" | "user" | "row" | "readOnly"> {
  missing: ReturnType<typeof missingFacts>;
  draft: ReturnType<typeof useRecordForm>["draft"];
}

export function FormNotices({ record, user, row, readOnly, missing, draft }: Props) {
  const reason = row?.[reasonField];
  return (
    <>
      {readOnly && (
        <Notice tone="info">
          <p>
            {readOnly}
            {row && ` You can read this ${record.noun.one} here.`}
          </p>
          <AskToReopen record={record} user={user} row={row} />
        </Notice>
      )}
      {missing.length > 0 && (
        <Warning>
          <strong>This {record.noun.one} is incomplete.</strong> Missing:{" "}
          {enumerate(missing.map(({ label }) => label.charAt(0).toLowerCase() + label.slice(1)))}.
        </Warning>
      )}
      {typeof reason === "string" && (
        <Warning>
          <strong>Unusual values were saved with a reason:</strong> {reason}
        </Warning>
      )}
      {readOnly === null && (
        <OfferedDrafts
          record={record}
          row={row}
          drafts={draft.offered}
          onRestore={draft.restore}
          onDiscard={draft.discard}
        />
      )}
    </>
  );
}

function Warning({ children }: { children: ReactNode }) {
  return (
    <Notice tone="warn" role="status">
      <p>{children}</p>
    </Notice>
  );
}
