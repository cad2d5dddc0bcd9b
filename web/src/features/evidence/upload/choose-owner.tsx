/** First step of uploading photos: the user searches for the record that the photos document. */

import { useId, useState } from "react";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { Button } from "../../../components/button.tsx";
import { SearchableDropdown } from "../../../components/dropdown/searchable-dropdown.tsx";
import { Field } from "../../../components/fields/field.tsx";
import { later } from "../../../components/later.tsx";
import { Group } from "../../../components/layout.tsx";
import { Modal } from "../../../components/overlays/dialog.tsx";
import type { Row } from "../../../lib/http/api.ts";
import type { RecordScreen } from "../../../records/common/record-screens.ts";
import { rowName } from "../../../records/common/row-name.ts";
import type { DialogSlotProps } from "../../../records/common/slots.ts";
import { useCandidates } from "../../../records/form/fill/use-candidates.ts";
import { type EvidenceScreen, evidenceScreens, ownerScreenOf } from "./evidence-screens.ts";
import { uploadTarget } from "./upload-target.ts";

const UploadDialog = later(() => import("./upload-dialog.tsx"));

export default function ChooseOwner({ record, onClose }: DialogSlotProps) {
  const proof = evidenceScreens.find(({ screen }) => screen.path === record.path);
  const owner = proof && ownerScreenOf(proof);
  return proof && owner ? <Choose proof={proof} owner={owner} onClose={onClose} /> : null;
}

interface Props {
  proof: EvidenceScreen;
  /** Screen with the records from which the user chooses. */
  owner: RecordScreen;
  onClose: () => void;
}

function Choose({ proof, owner, onClose }: Props) {
  const { record, rows, loading, onSearch } = useCandidates(owner.path, owner.fixed);
  const [chosen, setChosen] = useState<Row | null>(null);
  const [uploading, setUploading] = useState(false);
  const id = useId();
  if (uploading && record && chosen) {
    return <UploadDialog target={uploadTarget(proof, record, chosen)} onClose={onClose} />;
  }
  // Add the chosen row to the options, because the results of a later search may not contain it.
  const known = chosen ? [chosen, ...rows] : rows;
  return (
    <Modal onClose={onClose} title="Upload photos" size="lg">
      <Field
        id={id}
        label="Which record do these photos belong to? Search by organization, support given, or any other value."
      >
        <SearchableDropdown
          id={id}
          label={owner.label}
          value={chosen ? String(chosen.id) : null}
          options={rows.map((row) => ({
            value: String(row.id),
            label: record ? labelOf(record, row) : "",
          }))}
          loading={loading}
          onSearch={onSearch}
          onChange={(value) => setChosen(known.find((row) => String(row.id) === value) ?? null)}
        />
      </Field>
      <Group at="end">
        <Button look="default" onClick={onClose}>
          Cancel
        </Button>
        <Button disabled={!chosen} onClick={() => setUploading(true)}>
          Continue to the photos
        </Button>
      </Group>
    </Modal>
  );
}

/** Fields that distinguish several support records of one organization. */
const distinguishingFields = ["support_provided", "description", "year_funded", "reporting_year", "status"];

const labelOf = (record: AnyRecord, row: Row): string =>
  [rowName(record, row), ...distinguishingFields.map((name) => row[name])]
    .filter(Boolean)
    .map(String)
    .join(" · ");
