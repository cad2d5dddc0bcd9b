/** Tests limits of the folder structure: a folder has few files, and imports between folders have no cycles. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

const most = 20;
const code = /\.tsx?$/;
const imported = /\b(?:from|import)\s*\(?\s*"(\.[^"]+)"/g;

function filesUnder(root: string): string[] {
  return readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((name) => code.test(name))
    .map((name) => path.posix.join(root, name));
}

/** Returns, per folder, the folders from which its files import. */
function importsByFolder(root: string): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const file of filesUnder(root)) {
    const folder = path.posix.dirname(file);
    const others = found.get(folder) ?? found.set(folder, new Set()).get(folder);
    for (const [, wanted = ""] of readFileSync(file, "utf8").matchAll(imported)) {
      const other = path.posix.dirname(path.posix.join(folder, wanted));
      if (other !== folder && other.startsWith(root)) others?.add(other);
    }
  }
  return found;
}

/** Returns the folders that are part of an import cycle. */
function foldersInCycles(graph: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const reached = (start: string): Set<string> => {
    const seen = new Set<string>();
    const left = [...(graph.get(start) ?? [])];
    for (let folder = left.pop(); folder !== undefined; folder = left.pop()) {
      if (seen.has(folder)) continue;
      seen.add(folder);
      left.push(...(graph.get(folder) ?? []));
    }
    return seen;
  };
  return [...graph.keys()].filter((folder) => reached(folder).has(folder)).sort();
}

describe.each(["edge-functions", "seed", "supabase/local", "web/src"])("Folders under %s", (root) => {
  it(`No folder has more than ${most} files.`, () => {
    const sizes = new Map<string, number>();
    for (const file of filesUnder(root)) {
      const folder = path.posix.dirname(file);
      sizes.set(folder, (sizes.get(folder) ?? 0) + 1);
    }
    expect([...sizes].filter(([, size]) => size > most)).toEqual([]);
  });

  it("Imports between folders have no cycles.", () => {
    expect(foldersInCycles(importsByFolder(root))).toEqual([]);
  });
});

it("In the web app, lower layers import nothing from higher layers.", () => {
  const floors = ["lib", "components", "records", "features", "app"].map((name) => `web/src/${name}`);
  const floorOf = (folder: string) => floors.findIndex((floor) => `${folder}/`.startsWith(`${floor}/`));
  const upward = [...importsByFolder("web/src")].flatMap(([folder, others]) =>
    [...others]
      .filter((other) => floorOf(folder) >= 0 && floorOf(other) > floorOf(folder))
      .map((other) => `${folder} → ${other}`),
  );
  expect(upward).toEqual([]);
});

it("The check of imports between folders finds a cycle of three folders.", () => {
  const graph = new Map(
    Object.entries({ a: ["b"], b: ["c"], c: ["a"], d: ["a"] }).map(([folder, others]) => [
      folder,
      new Set(others),
    ]),
  );
  expect(foldersInCycles(graph)).toEqual(["a", "b", "c"]);
});
