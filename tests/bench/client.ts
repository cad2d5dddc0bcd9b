/** A minimal client of the product for the bench: keeps one connection open, as a browser does. */
import { Agent, request } from "node:http";

const agent = new Agent({ keepAlive: true });

function post(url: URL, body: object, token?: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const call = request(
      url,
      {
        agent,
        method: "POST",
        headers: { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("end", () => {
          const text = Buffer.concat(chunks).toString();
          if (response.statusCode === 200) resolve(JSON.parse(text));
          else reject(new Error(`${url.pathname}: ${response.statusCode} ${text}`));
        });
      },
    );
    call.on("error", reject);
    call.end(JSON.stringify(body));
  });
}

/** Signs a demo user in and returns the access token. */
export async function signIn(origin: string, username: string, password: string): Promise<string> {
  const answer = (await post(new URL("/api/auth/login", origin), { username, password })) as {
    data: { session: { access_token: string } };
  };
  return answer.data.session.access_token;
}

/** One list call; resolves with how many rows came and how many there are. */
export async function callApi(
  origin: string,
  token: string,
  path: string,
  body: object,
): Promise<{ rows: number; total: number }> {
  const answer = (await post(new URL(path, origin), body, token)) as { data: unknown[]; total: number };
  return { rows: answer.data.length, total: answer.total };
}
