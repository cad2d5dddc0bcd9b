/** Builds the options that a user has for a duplicate. Only offers what the user may save. */
import type { AnyRecord } from "../../records/vocabulary/types.ts";
import { fieldsOf } from "../../validate/validate.ts";
import { identityField, keysOf } from "../keys.ts";
import type { FileRow } from "../rows.ts";
import type { StoredRow } from "../stored-rows.ts";
import type { FieldChange } from "./changes.ts";
import type { ClassifiedRow, RowOption } from "./classified-row.ts";
import type { EarlierRows } from "./earlier-rows.ts";
import { inputForNearMatch } from "./near-matches.ts";
import type { RowMatcher } from "./row-matcher.ts";
import type { RowValidator } from "./row-validator.ts";
import { filledIn, type SaveRequests } from "./save-requests.ts";

interface OptionTools {
  record: AnyRecord;
  validator: RowValidator;
  earlier: EarlierRows;
  matcher: RowMatcher;
  requests: SaveRequests;
}

export class DuplicateOptions {
  private readonly tools: OptionTools;

  constructor(tools: OptionTools) {
    this.tools = tools;
  }

  /** Returns the option to add a row as a new record. */
  offerNew(payload: RowOption["payload"]): RowOption {
    return { key: "new", label: `Add as a new ${this.tools.record.noun.one}`, payload };
  }

  /** Returns the option to add a row although its key exists; an empty list if the user may not add the row. */
  offerNewAnyway(row: FileRow, values: Readonly<Record<string, unknown>>): RowOption[] {
    const payload = filledIn(values);
    if (this.tools.requests.refusalOfInsert(row, payload)) return [];
    return [this.offerNew({ ...payload, save_anyway: true })];
  }

  /** Returns the option to add a row as a new record without its ID; an empty list if this is not possible. */
  offerWithoutIdentity(row: FileRow, base: ClassifiedRow): RowOption[] {
    const { record, validator, earlier, matcher, requests } = this.tools;
    const identity = identityField(record);
    if (!identity) return [];
    const { [identity]: _, ...input } = row.input;
    const keys = keysOf(record, { ...row.match, [identity]: null });
    if (matcher.hasStoredKeys(keys) || earlier.hasKeys(keys, row.row)) return [];
    const { validated, issues } = validator.validate({ ...row, input }, null);
    const { payload } = requests.insert(row, validated, { ...base, likely: [] });
    if (issues.length > 0 || payload === null) return [];
    const label = fieldsOf(record).get(identity)?.label ?? identity;
    return [{ key: "new", label: `Add without the ${label}`, payload }];
  }

  /**
   * Returns the option to update a stored row that is probably the same record, and the changes. The list of options is
   * empty if nothing would change, if the user may not update the row, or if another row of the file matches the stored
   * row or offers to update it. Later rows no longer offer to update the stored row.
   */
  offerUpdate(
    row: FileRow,
    stored: StoredRow | undefined,
    base: ClassifiedRow,
  ): { update: RowOption[]; changes: readonly FieldChange[] } {
    const { record, validator, matcher, requests } = this.tools;
    const none = { update: [], changes: [] };
    if (!stored || !matcher.isFree(stored)) return none;
    const input = inputForNearMatch(record, row, stored);
    const { issues, changes } = validator.validate({ ...row, input }, stored);
    const { payload } = requests.update(stored, row, { ...base, payload: null, changes });
    if (issues.length > 0 || payload === null) return none;
    matcher.take(stored);
    const label = `Update ${String(stored[record.title])}`;
    return { update: [{ key: "update", label, payload }], changes };
  }
}
