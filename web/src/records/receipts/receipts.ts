/**
 * Queries for the receipts of the caller's imports, and refusals for rows that were changed after an import.
 */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { BodyOf, DataOf } from "#shared/contracts/index.ts";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { momentInManila } from "../../lib/format.ts";
import { call } from "../../lib/http/http.ts";
import { queryClient } from "../../lib/http/query-client.ts";
import type { Refused } from "../bulk/bulk-run.ts";

export type Receipt = DataOf<"POST /api/imports/receipt">;

const importsKey = ["imports"];

export const pageSize = 20;

/** Fetches a page of the caller's imports, newest first. */
export const useImports = (page: number) =>
  useQuery({
    queryKey: [...importsKey, "page", page],
    queryFn: ({ signal }) => call("POST /api/imports", { page, page_size: pageSize }, { signal }),
    placeholderData: keepPreviousData,
    refetchOnMount: "always",
  });

export const useReceipt = (importId: string) =>
  useQuery({
    queryKey: [...importsKey, importId],
    queryFn: async ({ signal }) =>
      (await call("POST /api/imports/receipt", { import_id: importId }, { signal })).data,
    refetchOnMount: "always",
  });

export const receiptsChanged = (): void => void queryClient.invalidateQueries({ queryKey: importsKey });

/** Registers an import before its first batch. */
export const registerImport = (body: BodyOf<"PUT /api/imports/begin">) =>
  call("PUT /api/imports/begin", body);

/**
 * Returns a refusal for each row that a user changed after the import. The reason states which user changed the row,
 * and when.
 */
export const changedRowRefusals = (
  { noun }: Pick<AnyRecord, "noun">,
  changed: Receipt["changed_since"],
): Refused[] =>
  changed.map(({ id, by, at }) => ({
    row: { id, row_version: 0 },
    why: at
      ? `${by ?? "Someone"} changed this ${noun.one} on ${momentInManila(at)}.`
      : `This ${noun.one} was changed after the import.`,
  }));
