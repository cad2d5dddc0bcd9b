/**
 * When a function hangs, the other functions still respond. Callers who wait for the hung function get an error
 * message, and the system restarts the function.
 */
import { afterEach, expect, it } from "vitest";
import { pidOf } from "../support/function-process.ts";
import { stack, tokenOf } from "./support.ts";

const calls = {
  api: ["GET", "/api/auth/current-user"],
  charts: ["POST", "/charts/form-7"],
  dropdown: ["GET", "/dropdown/sex"],
} as const;
type Name = keyof typeof calls;
const names = Object.keys(calls) as Name[];

async function ask(name: Name, token: string) {
  const [method, target] = calls[name];
  const answer = await fetch(stack.url + target, {
    method,
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    ...(method === "POST" ? { body: "{}" } : {}),
  });
  return { status: answer.status, requestId: answer.headers.get("x-request-id"), text: await answer.text() };
}

let stopped: number[] = [];
afterEach(() => {
  // Resumes the processes that the test has paused.
  for (const pid of stopped) {
    try {
      process.kill(pid, "SIGCONT");
    } catch {
      // The system has already ended the hung process, as it should.
    }
  }
  stopped = [];
});

it.each<[string, Name[]]>([
  ["api", ["api"]],
  ["charts and dropdown", ["charts", "dropdown"]],
])(
  "If the edge functions %s hang, their callers get an error message and the functions work again within 30 seconds.",
  async (_, hung) => {
    const token = await tokenOf("central");
    stopped = hung.map(pidOf);
    for (const pid of stopped) process.kill(pid, "SIGSTOP");
    const began = Date.now();
    const waiting = hung.map((name) => ask(name, token));
    for (const name of names.filter((other) => !hung.includes(other))) {
      expect((await ask(name, token)).status).toBe(200);
    }
    for (const { status, requestId, text } of await Promise.all(waiting)) {
      expect([502, 503]).toContain(status);
      expect(JSON.parse(text)).toMatchObject({
        message: expect.stringMatching(/[Tt]ry again/),
        request_id: requestId,
      });
    }
    expect(Date.now() - began).toBeLessThan(20_500);
    for (const name of hung) {
      while ((await ask(name, token)).status !== 200) {
        expect(Date.now() - began).toBeLessThan(30_000);
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
    }
    expect(hung.map(pidOf).filter((pid) => stopped.includes(pid))).toEqual([]);
  },
  60_000,
);
