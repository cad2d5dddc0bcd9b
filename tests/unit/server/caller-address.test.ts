/**
 * A client can't forge its own address, whether its request goes through the web proxy or directly to Supabase's
 * function URL.
 */
import { Hono } from "hono";
import { expect, it } from "vitest";
import { type AppVariables, addressOf } from "#shared/server/http/responses.ts";

Object.assign(process.env, {
  SUPABASE_URL: "http://127.0.0.1:1",
  SUPABASE_ANON_KEY: "sb_publishable_of_a_test",
  API_DB_URL: "postgresql://api_gateway:x@127.0.0.1:1/postgres",
  TRUSTED_PROXIES: "1",
  PROXY_SECRET: "the secret of the proxy",
});

const app = new Hono<AppVariables>().get("/", (c) => c.text(addressOf(c)));
const seen = async (forwardedFor: string | null, secret?: string) => {
  const headers = {
    ...(forwardedFor === null ? {} : { "x-forwarded-for": forwardedFor }),
    ...(secret === undefined ? {} : { "x-arbo-proxy": secret }),
  };
  return (await app.request("/", { headers })).text();
};

it("The edge functions use the client address from a proxy with the right proxy secret.", async () => {
  expect(await seen("203.0.113.7, 198.51.100.1", "the secret of the proxy")).toBe("203.0.113.7");
  expect(await seen("192.0.2.66, 203.0.113.7, 198.51.100.1", "the secret of the proxy")).toBe("203.0.113.7");
});

it.each([undefined, "", "another secret", "the secret of the prox", "the secret of the proxy2"])(
  "The edge functions ignore the client address from a proxy with the wrong secret %j.",
  async (secret) => {
    expect(await seen("192.0.2.66, 203.0.113.7", secret)).toBe("203.0.113.7");
    expect(await seen("192.0.2.65, 192.0.2.66, 203.0.113.7", secret)).toBe("203.0.113.7");
    expect(await seen(null, secret)).toBe("unknown");
  },
);
