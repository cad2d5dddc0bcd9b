/** A minimal HTTP client of the product for the benchmark. Its connections stay open, as those of browsers do. */
import { Agent, request } from "node:http";

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

export interface ApiAnswer {
  status: number;
  body: { data: unknown; total?: number; message?: string };
}

/** Sends one request, and resolves with the response whatever its status is. */
export function send(
  origin: string,
  path: string,
  body: unknown,
  token?: string,
  method = "POST",
): Promise<ApiAnswer> {
  const payload = JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const call = request(
      new URL(path, origin),
      {
        agent,
        method,
        headers: {
          "content-type": "application/json",
          "content-length": Buffer.byteLength(payload),
          ...(token && { authorization: `Bearer ${token}` }),
        },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("end", () => {
          const text = Buffer.concat(chunks).toString();
          resolve({ status: response.statusCode ?? 0, body: JSON.parse(text) as ApiAnswer["body"] });
        });
      },
    );
    call.on("error", reject);
    call.end(payload);
  });
}

/** Sends one request and returns the body. @throws if the status is not 200; this ends the benchmark. */
export async function succeed(...call: Parameters<typeof send>): Promise<ApiAnswer["body"]> {
  const { status, body } = await send(...call);
  if (status !== 200) throw new Error(`${call[1]}: ${status} ${body.message}`);
  return body;
}

/** Signs a demo user in and returns the access token. */
export async function signIn(origin: string, username: string, password: string): Promise<string> {
  const { data } = await succeed(origin, "/api/auth/login", { username, password });
  return (data as { session: { access_token: string } }).session.access_token;
}
