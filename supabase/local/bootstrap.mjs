/**
 * First step of `npm start`, `npm test` and the other commands that need the stack. Plain JavaScript without
 * dependencies, because a fresh clone has nothing installed. Checks the Node version, installs the packages of
 * package-lock.json if node_modules is missing or differs, and then runs the given TypeScript entry in the same
 * process.
 * Usage: node supabase/local/bootstrap.mjs <path of a .ts entry> [arguments]
 */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");
const oldestNode = [20, 19];

function fail(message) {
  console.error(message);
  process.exit(1);
}

function checkNode() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  const enough = major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1]);
  if (!enough) {
    fail(
      `Node ${oldestNode.join(".")} or newer is required; this is Node ${process.versions.node}.\n` +
        "Install a newer one from https://nodejs.org and try again.",
    );
  }
}

/**
 * Returns the packages of a lock file as `path version`, without optional packages, which differ between platforms.
 */
function lockedPackages(file) {
  const packages = JSON.parse(readFileSync(file, "utf8")).packages ?? {};
  return Object.entries(packages)
    .filter(([name, entry]) => name !== "" && !entry.optional && !entry.devOptional && !entry.peer)
    .map(([name, entry]) => `${name} ${entry.version ?? entry.resolved ?? ""}`)
    .sort()
    .join("\n");
}

function isInstalled() {
  const installed = path.join(root, "node_modules/.package-lock.json");
  if (!existsSync(installed)) return false;
  try {
    return lockedPackages(installed) === lockedPackages(path.join(root, "package-lock.json"));
  } catch {
    return false;
  }
}

function runNpm(args) {
  const npm = process.env.npm_execpath;
  const [command, prefix] = npm?.endsWith(".js") ? [process.execPath, [npm]] : ["npm", []];
  const result = spawnSync(command, [...prefix, ...args, "--no-audit", "--no-fund", "--loglevel=error"], {
    cwd: root,
    stdio: ["ignore", "inherit", "pipe"],
    encoding: "utf8",
    shell: process.platform === "win32" && command === "npm",
  });
  if (result.error) fail(`npm could not be run: ${result.error.message}`);
  return { done: result.status === 0, said: result.stderr };
}

function install() {
  console.log("· packages: installing what package-lock.json names (one to three minutes the first time)");
  let result = runNpm(["ci"]);
  if (!result.done && result.said.includes("EUSAGE")) {
    // `npm ci` refuses a lock file without the optional packages of other platforms. Some registries have only a part
    // of these packages, so their lock files are incomplete. `npm install` installs the same versions and, with
    // --no-save, leaves the lock file unchanged.
    result = runNpm(["install", "--no-save"]);
  }
  if (!result.done) {
    console.error(result.said.trim());
    fail(
      "The packages could not be installed (see above). Is the npm registry reachable, and the disk not full?",
    );
  }
}

checkNode();
if (!isInstalled()) install();

const [entry] = process.argv.splice(2, 1);
if (!entry) fail("Usage: node supabase/local/bootstrap.mjs <path of a .ts entry> [arguments]");
// Make argv look as if the entry had been started directly, because the entry may check whether it is the main
// program.
process.argv[1] = path.resolve(root, entry);
const { register } = await import("tsx/esm/api");
register();
await import(pathToFileURL(process.argv[1]).href);
