/** `npm start`: runs the stack in DATA_DIR until Ctrl-C, and prints its progress and the URL to sign in. */
import { abortOnSignals } from "./common/interruption.ts";
import { readSettings, type Settings } from "./common/settings.ts";
import { explainError, StackError } from "./common/stack-error.ts";
import { describeFirstSignIn } from "./first-sign-in.ts";
import { type Stack, startStack } from "./stack.ts";

/**
 * Time limit in milliseconds for uploading the demo's photos during a start. The next start uploads the remaining
 * photos.
 */
const patience = 15_000;

const interruption = abortOnSignals();
let stack: Stack | null = null;

async function run(): Promise<void> {
  const settings = readSettings(process.env);
  const begun = Date.now();
  stack = await startStack({
    ...settings,
    // After the start, each line begins with the time, for the system journal. During the start, the lines are for the
    // user at the terminal and have no time.
    progress: (line) => console.log(stack ? `${new Date().toISOString()} ${line}` : line),
    signal: interruption,
  });
  if (interruption.aborted) return;
  if (stack.seed === "demo") await bringPhotos(stack, settings);
  if (interruption.aborted) return;
  console.log(`ready on ${stack.url}`);
  console.log(`(started in ${((Date.now() - begun) / 1000).toFixed(1)} s; data in ${settings.dataDir})`);
  const lines = await describeFirstSignIn({
    databaseUrl: stack.databaseUrl,
    password: settings.demoPassword,
    isTerminal: process.stdout.isTTY === true,
  });
  if (lines.length > 0) console.log(`\n${lines.join("\n")}`);
  console.log("\nCtrl-C stops everything.");
}

/** Uploads the demo's photos to the running product. If this fails, the product keeps running. */
async function bringPhotos(running: Stack, { demoPassword, seedNumber }: Settings): Promise<void> {
  const { seedPhotos } = await import("../../seed/photos.ts");
  await seedPhotos({
    url: running.url,
    databaseUrl: running.databaseUrl,
    demoPassword,
    seedNumber,
    signal: AbortSignal.any([interruption, AbortSignal.timeout(patience)]),
    progress: (line) => console.log(`· seed: ${line}`),
  });
}

async function end(): Promise<void> {
  await stack?.stop();
  // If the signal comes during the start, `stack` is not set. The aborted `startStack` then stops its parts and throws,
  // and the `catch` at the end of this file exits the program.
  if (stack) process.exit(0);
}

interruption.addEventListener("abort", () => void end());

try {
  await run();
} catch (error) {
  if (interruption.aborted) process.exit(0);
  const explained = explainError(error, "DATA_DIR");
  console.error(explained instanceof StackError ? `\n${explained.message}` : explained);
  process.exit(explained instanceof StackError ? explained.exitCode : 1);
}
