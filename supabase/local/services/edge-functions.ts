/**
 * Runs the edge functions in real Deno: one process per function, with the environment of hosted Supabase. Restarts a
 * function that crashes, hangs or spins (life-signs.ts). Packages come from this project's node_modules, so that
 * nothing is downloaded and the versions are those of package-lock.json.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { findFreePort, waitForPort } from "../common/ports.ts";
import { type FunctionName, functionNames, loopback, projectRoot } from "../common/settings.ts";
import { StackError } from "../common/stack-error.ts";
import { type LifeSignLimits, LifeSigns, lifeSignLimits } from "./life-signs.ts";

export interface EdgeFunctionsOptions {
  env: Record<string, string>;
  dataDir: string;
  /** True to restart a function when a file that it imports changes. */
  reload?: boolean;
  log: (line: string) => void;
  /**
   * record: receives every line that a function writes. print: receives only the lines that are not about a request.
   */
  record: (name: string, line: string) => void;
  print: (line: string) => void;
  /**
   * Called with the id of each Deno process that is started. The caller records the id. If the stack is killed, its
   * next start ends the recorded Deno processes.
   */
  onProcess: (name: string, pid: number) => void;
  /** Folder of the functions, and time limits for their signs of life. Only tests set these options. */
  folder?: string;
  patience?: LifeSignLimits;
}

export interface EdgeFunctions {
  port(name: string): number | null;
  /** Names of the functions that were started: those with an index.ts. */
  names: FunctionName[];
  stop(): Promise<void>;
}

const functionsFolder = path.join(projectRoot, "edge-functions");

/** Starts all functions and waits until they accept connections. */
export async function startEdgeFunctions(options: EdgeFunctionsOptions): Promise<EdgeFunctions> {
  const { folder = functionsFolder } = options;
  const names = functionNames.filter((name) => existsSync(path.join(folder, name, "index.ts")));
  const functions = new Map(names.map((name) => [name as string, new EdgeFunction(name, options)]));
  try {
    await Promise.all([...functions.values()].map((one) => one.start()));
  } catch (error) {
    await Promise.all([...functions.values()].map((one) => one.stop()));
    throw error;
  }
  return {
    port: (name) => functions.get(name)?.port ?? null,
    names,
    stop: async () => void (await Promise.all([...functions.values()].map((one) => one.stop()))),
  };
}

/**
 * Settings of glibc's malloc that return freed memory to the system promptly. With the defaults, a function keeps the
 * memory of a large upload, because malloc raises its thresholds after the first large block.
 */
const promptRelease = {
  MALLOC_ARENA_MAX: "2",
  MALLOC_MMAP_THRESHOLD_: "131072",
  MALLOC_TRIM_THRESHOLD_: "131072",
};

class EdgeFunction {
  /** Port of the function; null while the function is not running. */
  port: number | null = null;
  private process: ChildProcess | null = null;
  private signs: LifeSigns | null = null;
  private stopped = false;
  private crashes = 0;
  private readonly name: string;
  private readonly options: EdgeFunctionsOptions;

  constructor(name: string, options: EdgeFunctionsOptions) {
    this.name = name;
    this.options = options;
  }

  /**
   * Starts the function.
   * @throws StackError with the last lines of the function's output when it does not start.
   */
  async start(): Promise<void> {
    const port = await findFreePort();
    const said: string[] = [];
    const child = this.launch(port, said);
    let ended = false;
    child.once("exit", () => {
      ended = true;
    });
    if (!(await waitForPort(port, 60_000, () => ended || this.stopped))) {
      child.kill("SIGKILL");
      if (this.stopped) return;
      throw new StackError(`The function ${this.name} did not start:\n${said.join("\n")}`);
    }
    this.port = port;
    const since = Date.now();
    child.once("exit", () => this.restart(since));
    if (ended) this.restart(since);
    else void this.watch(child, port);
  }

  /**
   * Watches a process by sending it a request (a pulse) every second. Ends the process if it hangs or spins, so that
   * `restart` runs.
   */
  private async watch(child: ChildProcess, port: number): Promise<void> {
    const limits = this.options.patience ?? lifeSignLimits;
    const signs = new LifeSigns(child.pid ?? 0, limits);
    this.signs = signs;
    for (;;) {
      await sleep(limits.every, undefined, { ref: false });
      if (this.stopped || this.process !== child || this.port !== port) return;
      const answered = await fetch(`http://${loopback}:${port}/${this.name}/pulse`, {
        signal: AbortSignal.timeout(limits.pulse),
      }).then(
        (answer) => answer.body?.cancel().then(() => true) ?? true,
        () => false,
      );
      if (answered) signs.note();
      const verdict = signs.judge();
      if (verdict === "alive") continue;
      this.options.log(
        verdict === "hung"
          ? `! function ${this.name} is not responding`
          : `! function ${this.name} has been busy for ${limits.silent / 1000} s without a response`,
      );
      return void child.kill("SIGKILL");
    }
  }

  async stop(): Promise<void> {
    this.stopped = true;
    this.port = null;
    const child = this.process;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exited = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGTERM");
    const force = setTimeout(() => child.kill("SIGKILL"), 3000);
    await exited;
    clearTimeout(force);
  }

  private launch(port: number, said: string[]): ChildProcess {
    const child = spawn(denoProgram(), denoArguments(this.name, this.options), {
      cwd: this.options.folder ?? functionsFolder,
      env: {
        ...promptRelease,
        ...this.options.env,
        PATH: process.env.PATH,
        DENO_DIR: denoCache(this.options.dataDir),
        DENO_SERVE_ADDRESS: `tcp:${loopback}:${port}`,
        DENO_NO_UPDATE_CHECK: "1",
        NO_COLOR: "1",
      },
      stdio: ["ignore", "pipe", "pipe"],
      detached: process.platform !== "win32",
    });
    this.process = child;
    if (child.pid) this.options.onProcess(`function ${this.name}`, child.pid);
    for (const stream of [child.stdout, child.stderr]) {
      if (!stream) continue;
      createInterface({ input: stream }).on("line", (line) => {
        if (said.push(line) > 20) said.shift();
        if (line.trim() !== "") this.options.record(this.name, line);
        const isRequest = line.startsWith('{"time"') && !line.includes('"level":"error"');
        if (isRequest) this.signs?.note();
        if (this.port !== null && !isRequest) this.options.print(`${this.name}: ${line}`);
      });
    }
    child.once("error", (error) => said.push(error.message));
    return child;
  }

  /**
   * Restarts the function after a pause. The pause doubles, up to 10 s, each time the function exits within a minute of
   * its start.
   */
  private async restart(since: number): Promise<void> {
    this.port = null;
    if (this.stopped) return;
    this.crashes = Date.now() - since > 60_000 ? 0 : this.crashes + 1;
    const pause = Math.min(10_000, 200 * 2 ** this.crashes);
    this.options.log(`! function ${this.name} exited; restarting in ${pause / 1000} s`);
    await sleep(pause);
    if (this.stopped) return;
    await this.start().catch((error: unknown) => {
      this.options.log(`! ${error instanceof Error ? error.message : String(error)}`);
      return this.restart(Date.now());
    });
  }
}

/**
 * Returns Deno's arguments. With these arguments, the function's process may connect to this machine and to the mail
 * server, and read the environment. The process may not access files or run programs.
 */
function denoArguments(name: string, { env, reload }: EdgeFunctionsOptions): string[] {
  const { SMTP_HOST: host, SMTP_PORT: port } = env;
  const mail = host && name === "api" ? [`${host}:${port || 587}`] : [];
  return [
    "run",
    ...(reload ? ["--watch"] : []),
    "--no-prompt",
    "--quiet",
    "--frozen",
    "--node-modules-dir=manual",
    "--config=deno.json",
    `--allow-net=${[loopback, ...mail].join(",")}`,
    "--allow-env",
    `${name}/index.ts`,
  ];
}

/**
 * Returns the path of the Deno program. The install script of the npm package creates the program. If npm has not run
 * this script, this function runs it.
 */
function denoProgram(): string {
  try {
    const deno: { runInstall(): string } = createRequire(import.meta.url)("deno/install_api.cjs");
    return deno.runInstall();
  } catch (error) {
    throw new StackError(`Deno is not available: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function denoCache(dataDir: string): string {
  const folder = path.join(dataDir, "deno");
  mkdirSync(folder, { recursive: true });
  return folder;
}
