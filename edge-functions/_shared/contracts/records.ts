/** Contracts of the calls that every record type has, made from the registry (spec section 7, data). */
import { z } from "zod";
import { records } from "../records/index.ts";
import type { AnyRecord } from "../records/vocabulary/types.ts";
import { type Call, call, centralAdministrators } from "./call.ts";
import { entrySchema, filtersSchema, listBody, rowSchema } from "./record-schemas.ts";
import { oneOrMany, uuid } from "./values.ts";

const sameRow = z.object({ id: z.int(), title: z.string(), agreed: z.array(z.string()) });
const writers = "Roles with the right for the act, for rows of their own offices, while the window is open.";
const stage = z.enum(["Pending", "Approved"]);
const ids = z.union([z.int().positive(), z.array(z.int().positive()).min(1).max(1000)]);

/** Several screens of different forms have one label. */
const groupOf = ({ section, label }: AnyRecord): string =>
  section === label ? label : `${section}: ${label}`;

/** A row of a list, which may be asked for the rows of another record type by their status. */
const listedRow = (record: AnyRecord): z.ZodType => {
  const others = records.filter(({ path }) => Object.values(record.listsByStatus ?? {}).includes(path));
  return others.length > 0 ? z.union([rowSchema(record), ...others.map(rowSchema)]) : rowSchema(record);
};

function callsOf(record: AnyRecord, path: string): Call[] {
  const group = groupOf(record);
  const { one, many } = record.noun;
  const at = `/api/${path}`;
  const total = z.int();
  const calls: Call[] = [
    call({
      method: "POST",
      path: at,
      group,
      summary: `Lists ${many} of the caller's offices: a page with its total, or all of them.`,
      parameters: [
        {
          name: "purpose",
          in: "query",
          description: "What a whole list of personal data is read for, as the user log notes it.",
          schema: z.enum(["export", "list"]).optional(),
        },
      ],
      body: listBody(record),
      data: z.array(listedRow(record)),
      beside: {
        total,
        total_capped: z.literal(true).optional().describe("There are more than `total`."),
        sums: z.record(z.string(), z.number()).optional(),
        ...(record.approval
          ? { seen: z.string().optional().describe("For approving the list: which state of it was seen.") }
          : {}),
      },
      problems: ["too_many"],
    }),
    call({
      method: "PUT",
      path: `${at}/update`,
      group,
      summary: `Saves one ${one}, or a list of them: all or nothing.`,
      who: writers,
      parameters: [
        {
          name: "import_id",
          in: "query",
          description:
            "With `batch`: the same batch with the same content is saved once, however often it is sent.",
          schema: uuid.optional(),
        },
        {
          name: "batch",
          in: "query",
          description: "The number of the batch, from 1.",
          schema: z.int().min(1).optional(),
        },
      ],
      body: oneOrMany(entrySchema(record)),
      data: z.array(rowSchema(record)),
      problems: ["refused", "not_found", "conflict", "rule"],
    }),
    call({
      method: "DELETE",
      path: `${at}/delete`,
      group,
      summary: `Deletes ${many}: all or nothing.`,
      who: writers,
      body: z.union([
        z.strictObject({ id: ids }),
        z.array(z.union([z.int().positive(), z.strictObject({ id: z.int().positive() })])),
      ]),
      data: z.object({ deleted: z.int() }),
      problems: ["refused", "not_found", "conflict"],
    }),
    call({
      method: "POST",
      path: `${at}/values`,
      group,
      summary: "Lists the values of a field, each once, in the rows that the filters leave.",
      body: filtersSchema(record).and(
        z.looseObject({
          field: z.enum(record.fields.filter(({ kind }) => kind !== "list").map(({ name }) => name)),
          text: z.string().max(200).nullish().describe("A part of the value."),
        }),
      ),
      data: z.array(z.union([z.string(), z.number()])),
    }),
  ];
  if (record.likelySame) {
    calls.push(
      call({
        method: "POST",
        path: `${at}/likely-same`,
        group,
        summary: `Names stored ${many} that are likely the same as one that is being entered.`,
        body: entrySchema(record),
        data: z.array(sameRow),
      }),
    );
  }
  if (record.softChecks) {
    calls.push(
      call({
        method: "POST",
        path: `${at}/soft-checks`,
        group,
        summary: "Names values that a save would ask a word of reason for.",
        body: oneOrMany(entrySchema(record)),
        data: z.array(
          z.object({ index: z.int(), field: z.string(), message: z.string(), soft_check: z.string() }),
        ),
        problems: ["rule"],
      }),
    );
  }
  if (record.approval) {
    calls.push(
      call({
        method: "POST",
        path: `${at}/approve`,
        group,
        summary: `Approves ${many}, or sets them back to Pending: all or nothing.`,
        who: writers,
        body: z.strictObject({
          process_stage: stage,
          id: ids.optional(),
          row_version: z
            .union([z.int().positive(), z.array(z.int().positive())])
            .optional()
            .describe("With `id`: the versions that were seen, in the order of the ids."),
          filter: filtersSchema(record).optional().describe("In place of `id`: all rows that it leaves."),
          seen: z
            .string()
            .optional()
            .describe("With `filter`: `seen` of the list's answer. Rows changed since are left out."),
        }),
        data: z.object({
          updated: z.int(),
          changed_since: z
            .object({ count: z.int(), rows: z.array(z.object({ id: z.int(), title: z.string() })) })
            .optional()
            .describe("Rows that were saved after they were seen, and are left out."),
        }),
        problems: ["refused", "not_found", "conflict"],
      }),
    );
  }
  return calls;
}

/** The calls of record types whose rows come with a file. */
function fileCallsOf(record: AnyRecord, path: string): Call[] {
  if (!record.files) return [];
  const group = groupOf(record);
  const { one, many } = record.noun;
  const at = `/api/${path}`;
  const file = z.string().meta({ format: "binary" });
  return [
    call({
      method: "POST",
      path: `${at}/create`,
      group,
      summary: `Adds ${many} with their files, as form data: one, or several under \`items\`.`,
      who: writers,
      form: true,
      body: entrySchema(record).extend({
        file: file.describe("JPEG, PNG, HEIC or PDF, of at most 20 MB."),
        thumbnail: file.optional(),
        upload_id: uuid.optional().describe("The same one makes a repeated call safe."),
        taken_at: z.string().optional().describe("When the photo was taken, as an instant."),
      }),
      data: z.array(rowSchema(record)),
      problems: ["refused", "conflict", "too_large", "unsupported", "rule"],
    }),
    call({
      method: "POST",
      path: `${at}/links`,
      group,
      summary: `Answers links to the files of ${many}, which are good for five minutes.`,
      body: z.strictObject({
        ids: z.array(z.int().positive()).min(1).max(100),
        only: z.literal("thumbnails").optional(),
      }),
      data: z.array(
        z.object({
          id: z.int(),
          file_url: z.string().nullable(),
          thumbnail_url: z.string().nullable(),
          file_name: z.string(),
          content_type: z.string(),
          expires_at: z.string(),
        }),
      ),
      problems: ["too_large"],
    }),
    call({
      method: "POST",
      path: `${at}/check`,
      group,
      summary: `Compares each ${one} with its stored file, and repairs what is asked for.`,
      who: centralAdministrators,
      body: z.strictObject({
        repair: z.boolean().optional(),
        remove_rows: z.boolean().optional(),
        after: z.string().optional().describe("The path `next` of an earlier answer."),
      }),
      data: z.looseObject({
        faults: z.array(z.looseObject({ fault: z.string(), path: z.string() })),
        left: z.array(z.looseObject({})),
        removed_rows: z.int(),
        next: z.string().optional(),
      }),
    }),
  ];
}

function pointsCallOf(record: AnyRecord, path: string): Call[] {
  if (!record.points) return [];
  return [
    call({
      method: "POST",
      path: `/api/${path}/points`,
      group: groupOf(record),
      summary: `Answers the places of ${record.noun.many} for a map, as lists of ${record.points.join(", ")}.`,
      body: filtersSchema(record),
      data: z.array(z.array(z.unknown())),
      beside: { total: z.int() },
    }),
  ];
}

/** Once a path: several screens may show the rows of one. */
const described = [...new Map(records.map((record) => [record.path, record])).values()];

/** All calls of all record types, under each of their paths. */
export const recordCalls: readonly Call[] = described.flatMap((record) =>
  [record.path, ...(record.aliases ?? [])].flatMap((path) => [
    ...callsOf(record, path),
    ...fileCallsOf(record, path),
    ...pointsCallOf(record, path),
  ]),
);
