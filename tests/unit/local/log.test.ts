/** The system's log on disk: its contents, and its limited size. */
import { mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openLog } from "../../../supabase/local/common/log.ts";
import { rotateLog } from "../../../supabase/local/postgres/postgres.ts";

let folder: string;
const file = () => path.join(folder, "logs/system.log");

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "log-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe("Log of the system", () => {
  it("The system's log adds the time to messages without a time.", async () => {
    const log = openLog(file());
    log.write("stack", "· database: starting");
    log.write("api", '{"time":"2025-11-22T01:02:03.000Z","level":"info","part":"api","status":200}');
    log.write("gateway", { call: "POST /auth/v1", status: 200 });
    await log.close();
    log.write("stack", "after its end nothing is written, and nothing fails");
    const lines = (await readFile(file(), "utf8")).trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      { time: expect.stringMatching(/Z$/), level: "info", part: "stack", message: "· database: starting" },
      { time: "2025-11-22T01:02:03.000Z", level: "info", part: "api", status: 200 },
      {
        time: expect.stringMatching(/Z$/),
        level: "info",
        part: "gateway",
        call: "POST /auth/v1",
        status: 200,
      },
    ]);
    expect((await stat(file())).mode & 0o077).toBe(0);
  });

  it("The system's log starts a new file at 20 MB without losing a line.", async () => {
    const log = openLog(file());
    const message = "x".repeat(1000);
    for (let line = 0; line < 25_000; line++) {
      log.write("stack", `${line} ${message}`);
      if (line % 1000 === 0) await sleep(1);
    }
    await log.close();
    const names = (await readdir(path.dirname(file()))).filter((name) => name.endsWith(".log"));
    expect(names.length).toBe(2);
    const texts = await Promise.all(
      names.map((name) => readFile(path.join(path.dirname(file()), name), "utf8")),
    );
    const lines = texts.flatMap((text) => text.trimEnd().split("\n"));
    expect(new Set(lines.map((line) => JSON.parse(line).message.split(" ")[0])).size).toBe(25_000);
  }, 60_000);

  it("If the log folder becomes unwritable, writing to the system's log throws no error.", async () => {
    await writeFile(path.join(folder, "logs"), "");
    expect(() => openLog(file())).toThrow();
    await rm(path.join(folder, "logs"));
    const log = openLog(file());
    await rm(path.join(folder, "logs"), { recursive: true });
    await writeFile(path.join(folder, "logs"), "");
    log.write("stack", "nowhere");
    await sleep(200);
    log.write("stack", "nowhere");
    await log.close();
  });
});

describe("Log of the database", () => {
  it("The system moves the database log to a second file only if the log exceeds the size limit.", async () => {
    const log = path.join(folder, "postgres.log");
    await writeFile(log, "a".repeat(2000));
    await rotateLog(log, 1000);
    expect([(await stat(log)).size, (await stat(`${log}.1`)).size]).toEqual([0, 2000]);
    await truncate(log, 10);
    await rotateLog(log, 1000);
    expect((await stat(`${log}.1`)).size).toBe(2000);
  });
});
