/** Shows the form of a record with a mock server, for the tests of the form. */
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, vi } from "vitest";
import { arboMasterlist } from "#shared/records/forms/arbo-masterlist.ts";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import type { Row } from "../../web/src/lib/http/api.ts";
import { queryClient } from "../../web/src/lib/http/query-client.ts";
import type { RecordFormProps } from "../../web/src/records/form/entry/form-props.ts";
import { RecordForm } from "../../web/src/records/form/entry/record-form.tsx";
import { person, province, region } from "./people.ts";

/** A stored ARBO of the user's office. */
export const stored: Row = {
  id: 7,
  row_version: 3,
  process_stage: "Pending",
  arbo_name: "Sampaguita Cooperative",
  region_name: region,
  province_name: province,
  registration_number: "old",
  date_of_registration: "2020-02-03",
};

/** Responses of the mock server, by the start of the request path. Other paths get empty lists. */
export const answers = new Map<string, (body: unknown) => { status: number; body: unknown }>();

/** Prepares the mock server before each test of the file. */
export function mockServer(): void {
  beforeEach(() => {
    answers.clear();
    vi.stubGlobal("fetch", async (path: string, init?: RequestInit) => {
      const answer = [...answers].find(([start]) => path.startsWith(start))?.[1];
      const { status, body } = answer?.(JSON.parse(String(init?.body ?? "null"))) ?? {
        status: 200,
        body: path.startsWith("/data") ? [] : { status: "success", data: [], total: 0 },
      };
      return new Response(JSON.stringify(body), { status });
    });
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    queryClient.clear();
  });
}

/** Shows the form of a stored ARBO, or the form of a new ARBO if `row` is null. */
export const shown = (row: Row | null = null, readOnly: string | null = null) =>
  shownOf(arboMasterlist, row, readOnly);

/** Shows the form of a record as a provincial user. */
export function shownOf(
  record: AnyRecord,
  row: Row | null,
  readOnly: string | null = null,
  more: Partial<RecordFormProps> = {},
) {
  const onSaved = vi.fn();
  const view = render(
    <QueryClientProvider client={queryClient}>
      <RecordForm
        record={record}
        user={person("Provincial")}
        row={row}
        readOnly={readOnly}
        onSaved={onSaved}
        onCancel={() => undefined}
        connectDirty={() => undefined}
        {...more}
      />
    </QueryClientProvider>,
  );
  const section = (name: string) => within(screen.getByRole("region", { name }));
  return { onSaved, section, user: userEvent.setup(), view };
}
