/**
 * Everything in the spec exists. All endpoints are served or marked as pending, and all fields are where
 * tests/parity/endpoints.md lists them.
 */
import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { recordByPath } from "#shared/records/index.ts";
import { dropdownLists } from "#shared/records/vocabulary/types.ts";
import { endpointsDocument, endpointsFile } from "../../parity/endpoints-doc.ts";
import { servedCalls } from "../../parity/served.ts";
import { dataEndpoints, type SpecCall, specCalls, specLists } from "../../parity/spec-calls.ts";
import { recordEntities } from "../../parity/spec-fields.ts";
import { groups } from "../../parity/spec-groups.ts";
import { otherEntities } from "../../parity/spec-other-entities.ts";
import { columnsInSchemas, columnsOf, fieldsInModule } from "../../parity/table-columns.ts";

let served: (call: SpecCall) => boolean;
beforeAll(async () => {
  served = await servedCalls();
}, 60_000);

const named = ({ method, path }: SpecCall): string => `${method} ${path}`;

describe("Endpoints of the spec", () => {
  it("Except for endpoints marked as pending, the system serves every endpoint of the spec.", () => {
    expect(specCalls.filter((call) => !served(call) && !call.pending).map(named)).toEqual([]);
  });

  it("If tests/parity/spec-calls.ts marks an endpoint as pending, the system does not serve it.", () => {
    expect(specCalls.filter((call) => served(call) && call.pending).map(named)).toEqual([]);
  });

  it("The list of the spec's endpoints contains each endpoint only once.", () => {
    expect(new Set(specCalls.map(named)).size).toBe(specCalls.length);
  });

  it("Each search field that the spec lists for an endpoint is a column of the endpoint's table.", () => {
    for (const { path, search, pending } of dataEndpoints) {
      const record = recordByPath(path);
      if (pending && !record) continue;
      const columns = columnsOf(record?.table ?? "");
      expect(
        search.filter((name) => !columns.has(name) && name !== "remaining_days"),
        path,
      ).toEqual([]);
    }
  });

  it("The system has all 34 dropdown lists of the spec.", () => {
    expect(specLists).toHaveLength(34);
    expect(dropdownLists).toEqual(expect.arrayContaining([...specLists]));
  });
});

describe.each(recordEntities.map((entity) => [entity.entity, entity] as const))(
  "Record type %s",
  (_, entity) => {
    const record = recordByPath(entity.path);
    const fields = new Set(record?.fields.map((field) => field.name));
    const columns = columnsOf(record?.table ?? "");

    it("Each record type has all fields that the spec lists for it.", () => {
      const all = [...entity.fields, ...(entity.without.remarks ? [] : ["remarks"])];
      expect(all.filter((name) => !fields.has(name))).toEqual([]);
    });

    it("Each record type has the fields that the spec requires of all types, except those that spec-fields.ts excludes.", () => {
      for (const [group, names] of Object.entries(groups)) {
        const others = names.filter((name) => !entity.fields.includes(name));
        const missing = others.filter((name) => !fields.has(name));
        expect(missing, group).toEqual(group in entity.without ? others : []);
      }
    });

    it("A record type needs approval if and only if the spec says so.", () => {
      const kept = ["id", "user_id", "time_stamp", "process_stage"];
      expect(kept.filter((name) => !columns.has(name))).toEqual([]);
      expect(columns.has("status")).toBe(!entity.without.status);
      expect(record?.approval).toBe(!entity.without.process_stage);
    });
  },
);

describe("Entities of the spec that are not record types", () => {
  it.each(otherEntities.map((entity) => [entity.entity, entity] as const))(
    "%s: the system has all fields that the spec lists for this entity.",
    (_, { fields, home, elsewhere = {} }) => {
      const there =
        "module" in home
          ? fieldsInModule(home.module)
          : home.table.startsWith("public.")
            ? new Set(columnsOf(home.table.slice("public.".length)).keys())
            : columnsInSchemas(home.table);
      expect(fields.filter((name) => !there.has(name) && !(name in elsewhere))).toEqual([]);
      expect(Object.keys(elsewhere).filter((name) => there.has(name))).toEqual([]);
    },
  );
});

it(`The committed file ${endpointsFile} equals the output of npm run docs.`, async () => {
  expect(readFileSync(endpointsFile, "utf8")).toBe(await endpointsDocument());
});
