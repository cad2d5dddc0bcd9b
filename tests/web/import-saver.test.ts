/** Saving an import on a computer that two users share. */
import { afterEach, expect, test, vi } from "vitest";
import { arboMasterlist } from "#shared/records/forms/arbo-masterlist.ts";
import { writeSession } from "../../web/src/lib/secrets/stored-session.ts";
import type { Preview } from "../../web/src/records/import/import-flow.ts";
import { createSaver } from "../../web/src/records/import/import-work.ts";
import { nextUser, person, tokensOf } from "./people.ts";

afterEach(() => vi.unstubAllGlobals());

test("An import stops after the current batch if another user signs in.", async () => {
  const saves: string[] = [];
  vi.stubGlobal("fetch", async (path: string) => {
    if (path.includes("/update")) {
      saves.push(path);
      writeSession(tokensOf(nextUser));
    }
    return Response.json({ status: "success", data: [] });
  });
  writeSession(tokensOf(person("Provincial").id));
  const preview = {
    ...{ fileName: "rows.csv", prepared: { reading: { questions: [] } }, decisions: new Map() },
    unusual: { reason: "", leaveOut: false },
    rows: Array.from({ length: 120 }, (_, row) => ({ row, payload: {}, options: [], unusualValues: [] })),
  } as unknown as Preview;
  const end = await createSaver(arboMasterlist, preview, () => undefined).run();
  expect(saves).toHaveLength(1);
  expect(end).toMatchObject({
    status: "failed",
    savedRows: 50,
    failure: { message: "Another user has signed in on this computer." },
  });
});
