/**
 * Sends requests to the endpoints of Auth that the product does not use. Real Auth answers most of them; the web host
 * and the embedded replacement refuse all of them.
 */
import { randomUUID } from "node:crypto";
import { ask, type RecordedResponses, ResponseRecorder, type Target } from "./target.ts";

const password = "A long enough one";

/** Requests without a session. `own` is replaced by the e-mail address of an existing user. */
const withoutSession: readonly (readonly [method: string, path: string, body?: object])[] = [
  ["POST", "signup", { email: "unknown@answers.example", password }],
  ["POST", "signup", {}],
  ["POST", "otp", { email: "own", create_user: false }],
  ["POST", "otp", { email: "unknown@answers.example", create_user: true }],
  ["POST", "otp", { phone: "+639170000000" }],
  ["POST", "magiclink", { email: "own" }],
  ["POST", "recover", { email: "own" }],
  ["POST", "recover", { email: "unknown@answers.example" }],
  ["POST", "resend", { type: "signup", email: "own" }],
  ["POST", "verify", { type: "magiclink", email: "own", token: "123456" }],
  ["GET", "verify?type=recovery&token=123456"],
  ["POST", "invite", { email: "unknown@answers.example" }],
  ["POST", "sso", { domain: "answers.example" }],
  ["GET", "authorize?provider=google"],
  ["POST", "token?grant_type=pkce", { auth_code: "x", code_verifier: "y" }],
  ["POST", "token?grant_type=id_token", { provider: "google", id_token: "x" }],
  ["POST", "token?grant_type=web3", { chain: "solana", message: "x", signature: "y" }],
  ["POST", "token", { email: "own", password }],
  ["GET", "settings"],
  ["POST", "passkeys/authentication/options", {}],
  ["POST", "oauth/token", {}],
];

/** Requests with a session that was opened with a password. */
const withSession: typeof withoutSession = [
  ["PUT", "user", { password: "Another long one" }],
  ["PUT", "user", { password: "Another long one", current_password: password }],
  ["PUT", "user", { email: "other@answers.example" }],
  ["PUT", "user", { email: "other@answers.example", current_password: password }],
  ["PUT", "user", { data: { a: 1 } }],
  ["GET", "reauthenticate"],
  ["POST", "factors", { factor_type: "totp", friendly_name: "x" }],
  ["POST", "factors", { factor_type: "phone", phone: "+639170000000" }],
  ["POST", "factors", { factor_type: "webauthn", friendly_name: "x" }],
  ["GET", "user/identities/authorize?provider=google"],
  ["GET", "passkeys"],
  ["POST", "passkeys/registration/options", {}],
];

/**
 * Sends all requests of this file to Auth. Creates the user who signs in for the requests, and deletes the user at the
 * end.
 */
export async function recordDoors(target: Target): Promise<RecordedResponses> {
  const recorder = new ResponseRecorder(target);
  const email = `${randomUUID()}@answers.example`;
  const service = { apikey: target.secretKey, authorization: `Bearer ${target.secretKey}` };
  const user = await ask(target, "/auth/v1/admin/users", {
    headers: service,
    body: { email, password, email_confirm: true },
  });
  const { id } = JSON.parse(user.text) as { id: string };
  const visitor = { apikey: target.publishableKey };
  try {
    const signedIn = await ask(target, "/auth/v1/token?grant_type=password", {
      headers: visitor,
      body: { email, password },
    });
    const { access_token: token } = JSON.parse(signedIn.text) as { access_token: string };
    const bearer = { ...visitor, authorization: `Bearer ${token}` };
    for (const [requests, who, headers] of [
      [withoutSession, "visitor", visitor],
      [withSession, "user", bearer],
    ] as const)
      for (const [method, path, body] of requests) {
        const own = body && "email" in body && body.email === "own" ? { ...body, email } : body;
        const name = `${who}: ${method} ${path} ${body ? JSON.stringify(body) : ""}`.trim();
        await recorder.ask(name, `/auth/v1/${path}`, { method, headers, body: own });
      }
    return recorder.answers;
  } finally {
    await ask(target, `/auth/v1/admin/users/${id}`, { method: "DELETE", headers: service, body: {} });
  }
}
