/**
 * Helpers of the offline tests: a browser with its profile on disk, a host that can fail, and the entry of many rows.
 */
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { type BrowserContext, chromium, expect, type Locator, type Page } from "playwright/test";
import { functionNames, loopback } from "../../supabase/local/common/settings.ts";
import { browser } from "../support/browser.ts";
import { testStack } from "../test-stack.ts";
import { chooseArbo, nameArbo, openNew } from "./forms.ts";
import { signInByForm, untilInstalled } from "./support.ts";

/**
 * How a request fails. `cut`: it does not reach the server. `lost`: the server handles it, but the response is lost.
 * `replaced`: the server handles it, but the network responds with its own page. A number: the network responds with
 * this status, without the server.
 */
const failures = ["500", "cut", "lost", "503", "429", "200", "replaced", "403"] as const;
type Failure = (typeof failures)[number];

/** A host that forwards all requests to the test's stack. A test can make the connection (`line`) fail. */
export interface BadLine {
  url: string;
  /** Every n-th request to a function fails, in the ways and order of `failures`. If 0, no request fails. */
  failEvery: number;
  /** If true, every connection is closed without a response. */
  isDown: boolean;
  /** If true, the sign-in page of the network answers every request. */
  isPortal: boolean;
  /** Milliseconds by which each request to a function is delayed. */
  delay: number;
  /** Pattern of request paths. If set, only requests with a matching path can fail. */
  failOnly: RegExp | null;
  /** Number of requests to functions, and of failures by kind. */
  requests: number;
  failed: Record<Failure, number>;
  stop(): Promise<void>;
}

export async function startBadLine(): Promise<BadLine> {
  const server = createServer((request, response) => void serve(line, request, response));
  await new Promise<void>((resolve) => server.listen(0, loopback, resolve));
  const line: BadLine = {
    url: `http://${loopback}:${(server.address() as AddressInfo).port}`,
    ...{ failEvery: 0, isDown: false, isPortal: false, delay: 0, failOnly: null, requests: 0 },
    failed: Object.fromEntries(failures.map((failure) => [failure, 0])) as BadLine["failed"],
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return line;
}

async function serve(line: BadLine, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = request.url ?? "";
  const isCall = (functionNames as readonly string[]).includes(url.split(/[/?]/)[1] ?? "");
  if (isCall && line.delay > 0) await new Promise((resolve) => setTimeout(resolve, line.delay));
  if (line.isDown) return void request.socket.destroy();
  const failure = isCall && (line.failOnly?.test(url) ?? true) ? nextFailure(line) : null;
  if (failure === "cut") return void request.socket.destroy();
  const answerAs = (status: number) => {
    response.writeHead(status, { "content-type": "text/html" });
    response.end("<!doctype html><title>Sign in to the network</title>");
  };
  if (line.isPortal || (failure !== null && Number(failure) > 0)) {
    request.resume();
    request.once("end", () => answerAs(Number(failure) || 200));
    return;
  }
  const { port } = new URL(testStack().url);
  const { method, headers } = request;
  const onward = httpRequest({ host: loopback, port, path: url, method, headers }, (answer) => {
    if (failure !== null) {
      answer.resume();
      answer.once("end", () => (failure === "lost" ? request.socket.destroy() : answerAs(200)));
      return;
    }
    if (line.isDown) return void request.socket.destroy();
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  onward.once("error", () => request.socket.destroy());
  request.pipe(onward);
}

function nextFailure(line: BadLine): Failure | null {
  line.requests += 1;
  if (line.failEvery === 0 || line.requests % line.failEvery !== 0) return null;
  const sum = Object.values(line.failed).reduce((one, other) => one + other, 0);
  const failure = failures[sum % failures.length] as Failure;
  line.failed[failure] += 1;
  return failure;
}

/** A browser whose profile is a folder on disk, so that it can be closed or killed and opened again. */
export interface Profile {
  folder: string;
  remove(): Promise<void>;
}

export async function makeProfile(): Promise<Profile> {
  const folder = await mkdtemp(path.join(tmpdir(), "offline-profile-"));
  return { folder, remove: () => rm(folder, { recursive: true, force: true, maxRetries: 5 }) };
}

/** Opens the browser of a profile. @param isOffline True to open it without a connection. */
export async function openBrowser(
  { folder }: Profile,
  { url }: BadLine,
  isOffline = false,
): Promise<{ context: BrowserContext; page: Page }> {
  const context = await chromium.launchPersistentContext(folder, {
    ...browser,
    ...{ baseURL: url, viewport: { width: 1366, height: 768 }, serviceWorkers: "allow" },
  });
  // Time limit of each action of the browser. Without it, an endless action would run until the test times out, and the
  // error would not name the action.
  context.setDefaultTimeout(45_000);
  if (isOffline) await context.setOffline(true);
  return { context, page: context.pages()[0] ?? (await context.newPage()) };
}

/**
 * Kills all processes of the browser with SIGKILL, like a power failure. Finds the main process by the profile folder
 * in its command line.
 */
export async function killBrowser({ folder }: Profile, context: BrowserContext): Promise<void> {
  const { stdout } = await promisify(execFile)("ps", ["-ww", "-eo", "pid=,ppid=,args="], {
    maxBuffer: 2 ** 24,
  });
  const processes = stdout.split("\n").map((line) => {
    const [pid = "", parent = "", ...command] = line.trim().split(/\s+/);
    return {
      pid: Number(pid),
      parent: Number(parent),
      isNamed: command.includes(`--user-data-dir=${folder}`),
    };
  });
  const doomed = new Set(processes.flatMap(({ pid, isNamed }) => (isNamed ? [pid] : [])));
  if (doomed.size === 0) throw new Error("The browser was not found.");
  for (let size = 0; size !== doomed.size; ) {
    size = doomed.size;
    for (const { pid, parent } of processes) if (doomed.has(parent)) doomed.add(pid);
  }
  for (const one of doomed) {
    try {
      process.kill(one, "SIGKILL");
    } catch {
      // The process has already ended together with its parent.
    }
  }
  await context.close().catch(() => undefined);
}

/** Signs in with a connection, and waits until the app and its data are stored on this computer. */
export async function signInAndInstall(page: Page, username: string, password?: string): Promise<void> {
  await signInByForm(page, username, password);
  await untilInstalled(page);
  await page.waitForFunction(() => localStorage.getItem("arbo.offline-user") !== null);
}

export const waitingLink = (page: Page): Locator => page.getByRole("link", { name: /to send/ });

/** Checks the number of unsent entries in the header's link. If the expected number is 0, there must be no link. */
export const expectWaiting = (page: Page, entries: number): Promise<void> =>
  entries === 0
    ? expect(waitingLink(page)).toBeHidden()
    : expect(waitingLink(page)).toHaveAccessibleName(new RegExp(`^${entries} entr(y|ies) to send`));

interface ManyRows {
  route: string;
  noun: string;
  /** Fills in the form before the first row, for example chooses the ARBO. These values stay for the next rows. */
  start?: (form: Locator) => Promise<void>;
  /** Fields of one row, by label. */
  rows: readonly Readonly<Record<string, string>>[];
}

/** Enters rows one after the other with the keyboard. Saves each with Ctrl+Enter, and the last with Ctrl+S. */
export async function enterRows(page: Page, { route, noun, start, rows }: ManyRows): Promise<void> {
  await page.goto(`/homepage/forms/${route}`);
  const form = await openNew(page, noun);
  await start?.(form);
  for (const [index, values] of rows.entries()) {
    const [first = "", ...rest] = Object.keys(values);
    const field = form.getByLabel(first, { exact: true });
    await expect(field).toHaveValue("");
    for (const label of [first, ...rest])
      await form.getByLabel(label, { exact: true }).fill(values[label] ?? "");
    await page.keyboard.press(index < rows.length - 1 ? "Control+Enter" : "Control+s");
  }
  await expect(form).toBeHidden();
}

/** Chooses an ARBO that has not been sent to the server yet. */
export const chooseWaitingArbo = (form: Locator, name: string): Promise<void> =>
  chooseArbo(form, `${name} (waits to be sent)`);

/** Enters a new participant of an ARBO without a connection. */
export async function keepParticipant(page: Page, name: string, arbo: string): Promise<void> {
  const form = await openNew(page, "participant");
  await nameArbo(form, arbo);
  await form.getByLabel("Participant name").fill(name);
  await form.getByRole("button", { name: "Register" }).click();
  await expect(page.getByText("The participant is kept on this computer.").first()).toBeVisible();
  await page.keyboard.press("Escape");
}

/** Calls the API as the demo administrator. @throws if the call is refused. */
export async function asAdministrator(method: string, route: string, body: object): Promise<void> {
  const { url, demoPassword } = testStack();
  const send = async (at: string, how: string, content: object, token?: string) => {
    const headers = {
      "content-type": "application/json",
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    };
    const response = await fetch(`${url}${at}`, { method: how, headers, body: JSON.stringify(content) });
    const text = await response.text();
    if (!response.ok) throw new Error(`${how} ${at}: ${text}`);
    return JSON.parse(text) as { data: { session: { access_token: string } } };
  };
  const signedIn = await send("/api/auth/login", "POST", { username: "admin", password: demoPassword });
  await send(route, method, body, signedIn.data.session.access_token);
}
