/**
 * Texts are stored in NFC, without invisible characters and double spaces, through every API. Searches and filters
 * normalize their texts in the same way.
 */
import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { tidyText } from "#shared/rules/text.ts";
import { arbo, callAs, cleanUp, database, mark, rest, rowsOf, save } from "./support.ts";

afterAll(cleanUp);

const untidy = (name: string) => ` \u200b${name.normalize("NFD").replace(" ", " \u00a0 ")}\ufeff `;

describe("Text cleaning", () => {
  it("The database cleans texts (invisible characters, extra spaces) exactly as the TypeScript function tidyText does.", async () => {
    const piece = fc.constantFrom(
      "a",
      "Ñ",
      "n\u0303",
      "e\u0301",
      "ﬁ",
      " ",
      "  ",
      "\t",
      "\n",
      "\r",
      "\r\n",
      "\v",
      "\f",
      "\u0085",
      "\u2028",
      "\u00a0",
      "\u2003",
      "\u200b",
      "\u200d",
      "\ufeff",
      "\u00ad",
      "\u202e",
      '"',
      ",",
      "\u0323\u0301",
    );
    const texts = fc.sample(
      fc.array(piece, { maxLength: 12 }).map((parts) => parts.join("")),
      { numRuns: 1000, seed: 7 },
    );
    const [answer] = await database<{ tidy: string[]; missed: number }[]>`
      select json_agg(private.tidy_text(t #>> '{}') order by n) as tidy,
        count(*) filter (where private.tidy_text(t #>> '{}') <> t #>> '{}' and not private.is_possibly_untidy((row(1, t #>> '{}', null))::text))::int as missed
      from jsonb_array_elements(${JSON.stringify(texts)}::text::jsonb) with ordinality given (t, n)`;
    expect(answer?.tidy).toEqual(texts.map(tidyText));
    expect(answer?.missed).toBe(0);
  });

  it("The API and REST store a text without its invisible characters and extra spaces.", async () => {
    const name = `${mark} Peñaranda Ass’n ${randomUUID()}`;
    const given = arbo({ arbo_name: untidy(name), remarks: "one \r\n\r\n  two\u200b " });
    const [saved] = await save("provincial", "arbo-masterlist", given);
    expect(saved).toMatchObject({ arbo_name: name, remarks: "one\n\ntwo" });
    const other = `${mark} Licabeñong ${randomUUID()}`;
    const { data } = await rest("provincial", "POST", "arbo_masterlist", {
      ...given,
      arbo_name: untidy(other),
    });
    expect(data).toMatchObject([{ arbo_name: other, remarks: "one\n\ntwo" }]);
  });

  it("A user's search finds a stored text even if the user types it in a different Unicode form.", async () => {
    const name = `${mark} Peñaranda ${randomUUID()}`;
    await save("provincial", "arbo-masterlist", arbo({ arbo_name: name }));
    const nfd = untidy(name);
    for (const filter of [{ q: nfd }, { arbo_name: nfd }, { arbo_name: [nfd, "another"] }]) {
      const found = await callAs("provincial", "POST", "/api/arbo-masterlist", filter);
      expect(rowsOf(found)).toMatchObject([{ arbo_name: name }]);
    }
    const values = await callAs("provincial", "POST", "/api/arbo-masterlist/values", {
      field: "arbo_name",
      text: nfd,
    });
    expect(values.body.data).toEqual([name]);
  });

  it("The system removes invisible characters from texts of projects, dropdown values and users.", async () => {
    const name = `${mark} Ñ ${randomUUID()}`;
    const project = { psp_category: "Test", subpsp_name: untidy(name) };
    expect(await save("admin", "project-list", project)).toMatchObject([{ subpsp_name: name }]);
    const body = [{ type: untidy(name) }];
    const added = await callAs("admin", "PUT", "/dropdown/fund-source/register", body);
    expect(added.body.data).toMatchObject([{ type: name }]);
    await database`delete from public.dropdown_values where type = ${name}`;
    const triggers = await database<{ table: string }[]>`
      select tgrelid::regclass::text as table from pg_trigger where tgname = 'clean_texts'`;
    const tables = triggers.map(({ table }) => table);
    expect(tables).toEqual(
      expect.arrayContaining(["users", "uac", "report_schedules", "dropdown_values", "participants"]),
    );
  });
});
