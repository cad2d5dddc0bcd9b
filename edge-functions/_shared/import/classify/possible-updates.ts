/**
 * Classifies rows as duplicates that are possibly a stored record, and possibly another record. The user decides
 * whether to update the stored row or to add a new record. A note says why the row is possibly the stored record.
 */
import type { AnyRecord } from "../../records/vocabulary/types.ts";
import { foldText } from "../../rules/text.ts";
import { identityField } from "../keys.ts";
import { areDifferentNames } from "../name-similarity.ts";
import type { Layout } from "../reading/headings.ts";
import { type FileRow, issueAt } from "../rows.ts";
import type { StoredRow } from "../stored-rows.ts";
import type { ClassifiedRow, RowOption } from "./classified-row.ts";
import type { DuplicateOptions } from "./duplicate-options.ts";
import { CorrectionIndex, NearMatchIndex } from "./near-matches.ts";
import type { Match, RowMatcher } from "./row-matcher.ts";
import { differingPeriod } from "./row-values.ts";
import type { SaveRequests } from "./save-requests.ts";

interface PossibleUpdateOptions {
  record: AnyRecord;
  layout: Layout;
  existing: readonly StoredRow[];
  matcher: RowMatcher;
  requests: SaveRequests;
  options: DuplicateOptions;
}

export class PossibleUpdates {
  private readonly record: AnyRecord;
  private readonly layout: Layout;
  private readonly matcher: RowMatcher;
  private readonly requests: SaveRequests;
  private readonly options: DuplicateOptions;
  private readonly near: NearMatchIndex;
  private readonly nearInFile: NearMatchIndex<Readonly<Record<string, unknown>> & { row: number }>;
  private readonly corrections: CorrectionIndex;

  constructor({ record, layout, existing, matcher, requests, options }: PossibleUpdateOptions) {
    this.record = record;
    this.layout = layout;
    this.matcher = matcher;
    this.requests = requests;
    this.options = options;
    this.near = new NearMatchIndex(record);
    this.nearInFile = new NearMatchIndex(record);
    this.corrections = new CorrectionIndex(record);
    for (const row of existing) {
      this.near.add(row);
      this.corrections.add(row);
    }
  }

  /** Classifies a row whose key is stored, if it is unclear whether it changes a stored row or is another record. */
  withSameKey(row: FileRow, match: Match, base: ClassifiedRow): ClassifiedRow {
    const { record } = this;
    const { doubtful, issues, validated } = match;
    const [stored] = doubtful;
    const only = doubtful.length === 1 ? stored : undefined;
    const added: ClassifiedRow =
      issues.length > 0 ? { ...base, class: "wrong", issues } : this.requests.insert(row, validated, base);
    const { update, changes } = this.options.offerUpdate(row, only, added);
    const asNew = added.payload ? this.options.offerNewAnyway(row, added.payload) : added.options;
    const options = [...update, ...asNew];
    if (options.length === 0) return added;
    const field = (only && differingPeriod(record, row.input, only)) ?? record.keys[match.key ?? 0]?.[0];
    const reason = only
      ? this.correctionReason({ stored: only, field: field ?? record.title })
      : `${doubtful.length} stored ${record.noun.many} match this row; edit the right one in its form`;
    const note = issueAt(this.layout, row.source, field ?? record.title, reason);
    const notes = [note, ...base.notes];
    return { ...added, class: "duplicate", payload: null, issues: [], changes, notes, options };
  }

  /**
   * Classifies a changed row as a duplicate if its ID is stored with a clearly different name. Either the record was
   * renamed, or the ID in the file belongs to a different record.
   */
  withOtherName(row: FileRow, stored: StoredRow, changed: ClassifiedRow): ClassifiedRow {
    const { class: of, payload, identity } = changed;
    const field = identityField(this.record);
    if (!field || of !== "changed" || !payload || !this.hasOtherName(row, changed, stored)) return changed;
    const name = String(stored[this.record.title]);
    const reason = `${identity} is stored as ${name}; a different name may mean a different ${this.record.noun.one}`;
    const note = issueAt(this.layout, row.source, field, reason);
    const notes = [note, ...changed.notes];
    const held: ClassifiedRow = { ...changed, class: "duplicate", payload: null, notes };
    const update: RowOption = { key: "update", label: `Update ${name}`, payload };
    return { ...held, options: [update, ...this.options.offerWithoutIdentity(row, held)] };
  }

  /** Classifies a new row as a duplicate if a stored row or an earlier row of the file is probably the same record. */
  withNearMatch(row: FileRow, added: ClassifiedRow): ClassifiedRow {
    if (added.class !== "new" || added.payload === null) return added;
    const { record } = this;
    const near = this.near.find(row.match);
    const [earlier] = this.nearInFile.find(row.match);
    this.nearInFile.add({ ...row.match, row: row.row });
    const free = this.corrections.find(row.match).filter(({ stored }) => !this.matcher.isTaken(stored));
    const [candidate] = free.length === 1 ? free : [];
    const [stored] = near;
    // If several stored rows are probable matches, there is no option to update one of them. The user can edit the
    // right one in its form.
    const only = near.length < 2 ? (stored ?? candidate?.stored) : undefined;
    const { update, changes } = this.options.offerUpdate(row, only, added);
    // Ask whether the row corrects a stored row only if the user is allowed to save the correction.
    const corrected = update.length > 0 ? candidate : undefined;
    const noted = stored
      ? { field: record.title, reason: this.nearReason(stored) }
      : corrected
        ? { field: corrected.field, reason: this.correctionReason(corrected) }
        : earlier && {
            field: record.title,
            reason: `row ${earlier.row} is probably the same ${record.noun.one}`,
          };
    if (!noted) return added;
    const notes = [issueAt(this.layout, row.source, noted.field, noted.reason), ...added.notes];
    const options = [...update, this.options.offerNew(added.payload)];
    return { ...added, class: "duplicate", payload: null, changes, notes, options };
  }

  /** True if a row of the file and a stored row have the same ID, but clearly different names. */
  private hasOtherName(row: FileRow, { identity, title }: ClassifiedRow, stored: StoredRow): boolean {
    const { record } = this;
    const field = identityField(record);
    const name = stored[record.title];
    if (!field || field === record.title || identity === null || title === "" || !name) return false;
    return foldText(stored[field]) === foldText(row.match[field]) && areDifferentNames(title, String(name));
  }

  private nearReason(stored: StoredRow): string {
    const { record } = this;
    const identity = identityField(record);
    const known = [identity && stored[identity], stored.muncity_name].filter(Boolean).join(", ");
    const name = `${String(stored[record.title])}${known === "" ? "" : ` (${known})`}`;
    return `${name} is stored and is probably the same ${record.noun.one}`;
  }

  private correctionReason({ stored, field }: { stored: StoredRow; field: string }): string {
    const { noun } = this.record;
    return `the stored ${noun.one} has ${stored[field] ?? "no value"}; is this a correction or another ${noun.one}?`;
  }
}
