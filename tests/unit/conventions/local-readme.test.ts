/** The README of the local stack names every file of the stack, and no file that does not exist. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { projectRoot } from "../../../supabase/local/common/settings.ts";

const root = path.join(projectRoot, "supabase/local");
const page = readFileSync(path.join(root, "README.md"), "utf8");

/**
 * Returns the files and folders in the first column of the page's tables, relative to the local stack's folder. A
 * heading such as **`common/`: …** names the folder of the tables below it.
 */
function namedFiles(): string[] {
  let folder = "";
  return page.split("\n").flatMap((line) => {
    folder = /^\*\*`([^`]+\/)`/.exec(line)?.[1] ?? folder;
    const [, column = ""] = /^\| (`.+?) \|/.exec(line) ?? [];
    return [...column.matchAll(/`([^`]+)`/g)].map(([, name]) => folder + name);
  });
}

/** Returns the files that the page must name. A folder with its own README is named as a folder. */
function presentFiles(folder = ""): string[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const name = folder + entry.name;
    if (entry.isFile()) return entry.name === "README.md" ? [] : [name];
    return existsSync(path.join(root, name, "README.md")) ? [`${name}/`] : presentFiles(`${name}/`);
  });
}

it("The README of the local stack lists all files of the local stack, and no others.", () => {
  expect(namedFiles().sort()).toEqual(presentFiles().sort());
});

it("The project's README states the same `Restart=` setting as the systemd unit file.", () => {
  const unit = readFileSync(path.join(root, "arbo-monitoring.service"), "utf8");
  const [setting = "missing"] = /^Restart=.+$/m.exec(unit) ?? [];
  expect(readFileSync(path.join(projectRoot, "README.md"), "utf8")).toContain(`\`${setting}\``);
});
