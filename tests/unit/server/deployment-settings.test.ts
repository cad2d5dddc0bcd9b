/** Validation of the functions' environment variables. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { safeDatabaseAddress } from "#shared/server/environment/database-address.ts";
import { projectKey } from "#shared/server/environment/project-keys.ts";

describe("Address of the database", () => {
  const password = "Very-Secret-1";
  const at = (host: string, more = "") => `postgresql://api_gateway:${password}@${host}:6543/postgres${more}`;

  it("The edge functions refuse an unencrypted connection to a database on another machine.", () => {
    for (const host of [
      "aws-0-ap-southeast-1.pooler.supabase.com",
      "10.0.0.5",
      "db",
      "127.0.0.1.evil.example",
    ]) {
      for (const more of [
        "",
        "?sslmode=disable",
        "?sslmode=prefer",
        "?ssl=true",
        "?sslmode=require&sslmode=disable",
      ]) {
        expect(() => safeDatabaseAddress(at(host, more)), host + more).toThrow(
          /without encryption.*sslmode=require/,
        );
      }
      for (const mode of ["require", "verify-ca", "verify-full"]) {
        expect(safeDatabaseAddress(at(host, `?sslmode=${mode}`))).toBe(at(host, `?sslmode=${mode}`));
      }
    }
  });

  it("The edge functions accept an unencrypted database on the one host that a setting names.", () => {
    for (const host of ["localhost", "127.0.0.1", "[::1]", "127.1.2.3"]) {
      expect(safeDatabaseAddress(at(host))).toBe(at(host));
    }
    expect(safeDatabaseAddress(at("db"), "db")).toBe(at("db"));
    expect(() => safeDatabaseAddress(at("db"), "other")).toThrow(/without encryption/);
    // The driver connects to the host in the parameter `host` instead of the URL's host.
    expect(() => safeDatabaseAddress(at("127.0.0.1", "?host=10.0.0.5"))).toThrow(/connect to 10\.0\.0\.5/);
  });

  it("Error messages about the database address never contain the database password.", () => {
    for (const wrong of [at("10.0.0.5"), `nonsense ${password}`]) {
      expect(() => safeDatabaseAddress(wrong)).toThrow(expect.not.stringContaining(password));
    }
  });
});

describe("API keys of the Supabase project", () => {
  it("The edge functions use the project key named `default` or, if it is missing, the first project key.", () => {
    expect(projectKey("KEYS", '{"web":"sb_a","default":"sb_b"}')).toBe("sb_b");
    expect(projectKey("KEYS", '{"web":"sb_a","other":"sb_c"}')).toBe("sb_a");
    for (const none of [undefined, "", "{}", '{"default":""}'])
      expect(projectKey("KEYS", none)).toBeUndefined();
  });

  it("If the setting with the project keys is invalid, the error message contains no key.", () => {
    for (const wrong of ["sb_secret_x", '["sb_secret_x"]', '{"default":{"key":"sb_secret_x"}}']) {
      expect(() => projectKey("KEYS", wrong)).toThrow(/^KEYS /);
      expect(() => projectKey("KEYS", wrong)).toThrow(expect.not.stringContaining("sb_secret_x"));
    }
  });

  it("The edge functions read a valid project key without changing it.", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), (key) => {
        expect(projectKey("KEYS", JSON.stringify({ default: key }))).toBe(key);
      }),
    );
  });
});
