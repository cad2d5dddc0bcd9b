/** Builds the body of the request that saves a row, and reports the reason if the user may not save the row. */
import type { AnyRecord } from "../../records/vocabulary/types.ts";
import { foldText } from "../../rules/text.ts";
import { updateInput, type Validated } from "../../validate/validate.ts";
import { type ImportAccess, type PlannedWrite, refusalOf } from "../access.ts";
import type { Layout } from "../reading/headings.ts";
import { type CellIssue, type FileRow, issueAt } from "../rows.ts";
import type { StoredRow } from "../stored-rows.ts";
import type { ClassifiedRow, RowOption } from "./classified-row.ts";
import { LikelySameIndex } from "./likely.ts";
import { SimilarNames } from "./similar-names.ts";

type Values = Readonly<Record<string, unknown>>;

interface RequestOptions {
  record: AnyRecord;
  layout: Layout;
  access: ImportAccess;
  existing: readonly StoredRow[];
  /** All names that are compared, as far as they are known in advance. They make the search faster. */
  names: readonly string[];
}

export class SaveRequests {
  private readonly record: AnyRecord;
  private readonly layout: Layout;
  private readonly access: ImportAccess;
  private readonly names: SimilarNames;
  private readonly likely: LikelySameIndex;

  constructor({ record, layout, access, existing, names }: RequestOptions) {
    this.record = record;
    this.layout = layout;
    this.access = access;
    this.names = new SimilarNames(names);
    this.likely = new LikelySameIndex(record);
    for (const row of existing) {
      const title = String(row[record.title] ?? "");
      this.likely.add(row, { id: Number(row.id), title });
      this.rememberName(row, title);
    }
  }

  /** Classifies a valid row that matches a stored row as unchanged or changed, or as wrong if the user may not save. */
  update(stored: StoredRow, row: FileRow, base: ClassifiedRow): ClassifiedRow {
    const { changes } = base;
    if (changes.length === 0) return { ...base, class: "unchanged" };
    const changed = Object.fromEntries(changes.map(({ field, to }) => [field, to]));
    const refusal = this.refusal({ action: "update", before: stored, after: { ...stored, ...changed } }, row);
    if (refusal) return { ...base, class: "wrong", issues: [refusal] };
    const input = updateInput(this.record, stored, { ...base.values, ...changed }, Object.keys(changed));
    const payload = { id: stored.id, row_version: stored.row_version, ...input };
    return { ...base, class: "changed", payload };
  }

  /**
   * Classifies a valid row without a stored row as new, as wrong if the user may not save it, or as a duplicate if
   * another row is probably the same record (registry: `likelySame`). Later rows are compared with this row, too.
   */
  insert(row: FileRow, validated: Validated, base: ClassifiedRow): ClassifiedRow {
    const { record } = this;
    const payload = filledIn(validated.value);
    const refusal = this.refusalOfInsert(row, payload);
    if (refusal) return { ...base, class: "wrong", issues: [refusal] };
    const likely = this.likely.find(payload);
    this.likely.add(payload, { row: row.row, title: base.title });
    if (likely.length > 0) {
      const label = `Save anyway: they are different ${record.noun.many}`;
      const anyway: RowOption = { key: "anyway", label, payload: { ...payload, save_anyway: true } };
      return { ...base, class: "duplicate", likely, options: [anyway] };
    }
    const similarNames = this.names.find(townOf(payload) ?? "", base.title);
    this.rememberName(payload, `${base.title} (row ${row.row})`, base.title);
    return { ...base, class: "new", payload, similarNames };
  }

  /** Returns the reason why the user may not add a row with these values; null if the user may. */
  refusalOfInsert(row: FileRow, payload: Values): CellIssue | null {
    return this.refusal({ action: "insert", after: payload }, row);
  }

  private refusal(write: PlannedWrite, row: FileRow): CellIssue | null {
    const reason = refusalOf(this.record, this.access, write);
    return reason ? issueAt(this.layout, row.source, "", reason) : null;
  }

  private rememberName(row: Values, shown: string, name = shown): void {
    const town = townOf(row);
    if (town && name !== "") this.names.add(town, name, shown);
  }
}

/** Returns the values that are not null. */
export const filledIn = (values: Values): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));

const townOf = (row: Values): string | null =>
  foldText(row.muncity_name) === ""
    ? null
    : `${foldText(row.province_name)}\u0000${foldText(row.muncity_name)}`;
