/**
 * Turns a Postgres error into a problem that a caller may see (spec section 8). Replaces constraint and column names by
 * field labels. Never sends messages of Postgres itself, because they name tables and quote values. Passes on only
 * messages that our own SQL raises (AG…).
 */

import { lostResponseMessage } from "../../calls/outcomes.ts";
import {
  Problem,
  type ProblemDetail,
  type ProblemKind,
  postgresState,
  sqlState,
} from "../../contracts/base/problems.ts";
import type { AnyRecord } from "../../records/vocabulary/types.ts";
import { enumerate } from "../../rules/text.ts";
import { notes } from "../observe/request.ts";
import { ConnectionLost, type DatabaseError, isDatabaseError } from "../sql/sql.ts";
import { ServiceFailure } from "./service-failure.ts";

const ownKinds: Record<(typeof sqlState)[keyof typeof sqlState], ProblemKind> = {
  approval: "refused",
  rule: "rule",
  administration: "refused",
  unseen: "not_found",
  too_often: "too_many",
  place: "rule",
  fact: "rule",
  reason: "rule",
  stage: "refused",
};

const plainMessages: Partial<Record<ProblemKind, string>> = {
  malformed: "A value cannot be read.",
  rule: "A value breaks a rule of the record.",
  conflict: "Someone else is changing the same records. Try again.",
  refused: "You may not do this.",
};

/**
 * Converts any error of a request to a problem for the caller.
 * @param record Record type being saved or deleted, whose field labels appear in the message.
 * @param index Position of the row in the request.
 */
export function databaseProblem(error: unknown, record?: AnyRecord, index?: number): Problem {
  if (error instanceof ConnectionLost) return unavailable(error);
  if (error instanceof ServiceFailure) return new Problem("unavailable", error.sentence);
  if (!isDatabaseError(error)) return unexpected();
  const own = sqlState[error.code as keyof typeof sqlState];
  if (own) return single(ownKinds[own], ownMessage(error, record), error.column, index);
  if (error.code === "57014") {
    return new Problem(
      "internal",
      "The request took too long and was cancelled. Try again with more filters or fewer rows.",
    );
  }
  const exhausted = exhaustedMessage(error.code);
  if (exhausted) return new Problem("unavailable", exhausted);
  const fields = fieldsOf(error, record);
  const name = fields.map((field) => labelOf(field, record));
  const [field] = fields;
  switch (error.code) {
    case "23502":
      return single("rule", `${name[0] ?? "A required field"} is required.`, field, index);
    case "23505":
      return single("conflict", duplicate(name, record), field, index);
    case "23503":
      return error.detail?.includes("still referenced")
        ? neededProblem(error, record, index)
        : single(
            "rule",
            // Use one message for a missing row and a row of another office, so that a user can't find out what other
            // offices have.
            `${name[0] ?? "A value"} refers to something that does not exist or belongs to another office.`,
            field,
            index,
          );
    case "23514":
      return single("rule", checkMessage(error, name, record), field, index);
    default: {
      // A request that saves nothing has no value that could be too large. The query has computed such a number.
      if (error.code === "22003" && notes()?.saves === false) return unexpected();
      // Errors of SQLSTATE class 22 (invalid data) are `malformed`, unless `postgresState` lists another kind for the
      // code.
      const kind = postgresState[error.code] ?? (error.code.startsWith("22") ? "malformed" : undefined);
      return kind ? single(kind, plainMessages[kind] ?? "", field, index) : unexpected();
    }
  }
}

/**
 * Returns the position in the request of the row that caused an error, from the id in the error's detail. Three errors
 * have such an id: AG001 (change of an approved row), and for process_stage AG002 (approval of a returned row in a
 * request for several rows) and AG009 (approval of the caller's own row). Returns undefined for all other errors, and
 * for an id that the request does not have.
 */
export function failingIndex(
  { code, column, detail }: DatabaseError,
  ids: readonly unknown[],
): number | undefined {
  const isStated = code === "AG001" || ((code === "AG002" || code === "AG009") && column === "process_stage");
  const index = isStated ? ids.indexOf(Number(detail)) : -1;
  return index < 0 ? undefined : index;
}

/** Message for a server without enough disk, memory or connections; null for all other SQLSTATE codes. */
function exhaustedMessage(code: string): string | null {
  if (code === "53100")
    return "The disk of the database is full. Nothing was saved. Ask the server administrator to free space.";
  // Hosted Supabase makes a database read-only when its disk is nearly full.
  if (code === "25006")
    return "The database is read-only at the moment: its disk is full, or it is under maintenance. Nothing was saved.";
  // The other codes of SQLSTATE class 53 are about limits such as memory and the number of connections.
  return code.startsWith("53") ? "The server is overloaded. Nothing was saved. Try again in a minute." : null;
}

/**
 * Messages of our SQL are complete sentences, except those of AG006 to AG008, which continue after the label of a
 * field.
 */
function ownMessage(error: DatabaseError, record?: AnyRecord): string {
  const label = error.column && labelOf(error.column, record);
  if (label && error.code === "AG006") return `${label}: ${error.message}`;
  return label && (error.code === "AG007" || error.code === "AG008")
    ? `${label} ${error.message}`
    : error.message;
}

const unexpected = () =>
  new Problem(
    "internal",
    "Something went wrong on our side. Try again; if it happens again, report the request id.",
  );

/** State in the message whether the data may have been saved, so that the user knows if a retry is safe. */
const unavailable = ({ uncertain }: ConnectionLost) =>
  new Problem(
    "unavailable",
    uncertain
      ? lostResponseMessage("The connection to the database was lost while saving.", "unknown", false)
      : "The database does not answer at the moment. Nothing was saved. Try again in a minute.",
  );

function single(kind: ProblemKind, message: string, field?: string, index?: number): Problem {
  const detail: ProblemDetail = {
    ...(index === undefined ? {} : { index }),
    ...(field === undefined ? {} : { field }),
    message,
  };
  return new Problem(kind, message, [detail]);
}

/**
 * Builds the problem for a row that other rows refer to. Such a row can't be deleted, leave its office, or change the
 * identifier in the other rows.
 */
function neededProblem(error: DatabaseError, record?: AnyRecord, index?: number): Problem {
  const noun = record?.noun.one ?? "record";
  if (error.column !== "office") {
    return single("rule", `Other records still refer to this ${noun}.`, undefined, index);
  }
  const way = `move this ${noun} to the region's office first (without a province), then those records, then this ${noun}`;
  const message = `Records of its present office still refer to this ${noun}. To move them all, ${way}.`;
  return single("rule", message, "province_name", index);
}

function duplicate(labels: string[], record?: AnyRecord): string {
  const noun = record?.noun.one ?? "record";
  return labels.length > 0
    ? `There is another ${noun} with the same ${enumerate(labels)}.`
    : `There is another ${noun} like this.`;
}

function checkMessage(error: DatabaseError, labels: string[], record?: AnyRecord): string {
  const sum = record?.sums?.find((rule) => rule.constraint === error.constraint);
  if (sum) {
    const parts = enumerate(sum.parts.map((part) => labelOf(part, record)));
    return `${labelOf(sum.total, record)} is not the sum of ${parts}.`;
  }
  return labels[0] ? `${labels[0]} has a value that is not allowed.` : "A value is not allowed.";
}

const labelOf = (name: string, record?: AnyRecord): string =>
  record?.fields.find((field) => field.name === name)?.label ?? name.replaceAll("_", " ");

/**
 * Finds the fields that an error is about, in one of four ways: the error's column, the columns in the error's detail
 * ("Key (arbo_id)=…"), the total field of a violated sum rule, or the field in the constraint's name
 * (`<table>_<field>_check`).
 */
function fieldsOf(error: DatabaseError, record?: AnyRecord): string[] {
  if (error.column) return [error.column];
  const key = /^Key \((.+?)\)=/.exec(error.detail ?? "")?.[1];
  if (key) {
    // In the detail of an error, a column of an expression index appears as lower(name).
    const names = key.split(", ").map((part) => /(\w+)(?:::\w+)?\)*$/.exec(part)?.[1] ?? part);
    return names.map((name) => (name === "office" ? "province_name" : name));
  }
  const constraint = error.constraint;
  if (!constraint || !record) return [];
  const sum = record.sums?.find((rule) => rule.constraint === constraint);
  if (sum) return [sum.total];
  const rest = constraint.startsWith(`${record.table}_`)
    ? constraint.slice(record.table.length + 1)
    : constraint;
  const matches = record.fields.filter((field) => rest === field.name || rest.startsWith(`${field.name}_`));
  matches.sort((a, b) => b.name.length - a.name.length);
  return matches.slice(0, 1).map((field) => field.name);
}
