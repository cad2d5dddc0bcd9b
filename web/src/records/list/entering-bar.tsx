/**
 * Bar above a list in which the user enters rows for a row of another record type, such as the participants of a
 * training. The bar names that row, and has buttons to add or paste rows.
 */
import { IconClipboardText, IconPlus, IconX } from "@tabler/icons-react";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { Button } from "../../components/button.tsx";
import classes from "../common/record-screen.module.css";
import type { RecordSearch } from "../common/record-search.ts";
import { useEntryOrigin } from "../form/entry-source.ts";

interface Props {
  record: AnyRecord;
  search: RecordSearch;
  mayAdd: boolean;
  onSearch: (search: RecordSearch) => void;
}

export default function EnteringBar({ record, search, mayAdd, onSearch }: Props) {
  const origin = useEntryOrigin(record, search.from);
  if (!origin) return null;
  return (
    <div className={classes.drill} role="status">
      <span>
        Adding {record.noun.many} to the {origin.screen.noun.one} <strong>{origin.title}</strong>
      </span>
      {mayAdd && (
        <>
          <Button
            look="default"
            icon={<IconPlus size={14} aria-hidden />}
            onClick={() => onSearch({ ...search, new: 1 })}
          >
            Add one
          </Button>
          <Button
            look="default"
            icon={<IconClipboardText size={14} aria-hidden />}
            onClick={() => onSearch({ ...search, paste: 1 })}
          >
            Paste many
          </Button>
        </>
      )}
      <Button
        look="subtle"
        icon={<IconX size={14} aria-hidden />}
        onClick={() => onSearch({ ...search, from: undefined, where: undefined, page: undefined })}
      >
        Show all {record.noun.many}
      </Button>
    </div>
  );
}
