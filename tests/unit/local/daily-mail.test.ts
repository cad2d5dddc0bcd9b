/**
 * The daily mails of the embedded stack, sent in batches from six o'clock in Manila. A failure does not stop the stack.
 */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, it } from "vitest";
import { sendDueMails } from "../../../supabase/local/services/daily-mail.ts";

let server: Server | undefined;
afterEach(() => void server?.close());

/** Returns the given responses one after the other. The last response is repeated. */
async function functions(answers: readonly { status: number; body: object }[]) {
  const calls: (string | undefined)[] = [];
  server = createServer((request, response) => {
    calls.push(`${request.method} ${request.url} ${request.headers.authorization}`);
    const answer = answers[Math.min(calls.length, answers.length) - 1];
    response.writeHead(answer?.status ?? 500).end(JSON.stringify(answer?.body));
  });
  await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", () => resolve()));
  return { calls, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

const part = (sent: number, left: boolean, refused = 0) => ({
  status: 200,
  body: { status: "success", data: { sent, refused, left } },
});
const six = "2026-03-01T22:00:00Z";

async function runAt(instant: string, answers: readonly { status: number; body: object }[]) {
  const { calls, url } = await functions(answers);
  const said: string[] = [];
  await sendDueMails({ url, token: "t", log: (line) => said.push(line), now: () => new Date(instant) });
  return { calls, said };
}

it("The system sends no daily e-mails before six in the morning, Manila time.", async () => {
  expect((await runAt("2026-03-01T21:59:59Z", [part(0, false)])).calls).toEqual([]);
  expect((await runAt(six, [part(0, false)])).calls).toEqual(["POST /api/inbox/digests Bearer t"]);
});

it("The system sends the daily e-mails in batches until each recipient has received one.", async () => {
  const { calls, said } = await runAt(six, [part(40, true), part(40, true, 1), part(3, false)]);
  expect(calls).toHaveLength(3);
  expect(said).toEqual(["· mail: 83 sent, 1 refused by the mail server"]);
});

it("The system keeps running if a batch of daily e-mails fails.", async () => {
  const failed = { status: 503, body: { status: "error", message: "The mail server cannot be reached." } };
  const { calls, said } = await runAt(six, [part(40, true), failed]);
  expect(calls).toHaveLength(2);
  expect(said).toEqual([
    "! mail: The mail server cannot be reached.",
    "· mail: 40 sent, 0 refused by the mail server",
  ]);
});
