/** Signing in and out, the data of the signed-in user, and invalid or forged tokens. */
import { createHmac, randomUUID } from "node:crypto";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { makePerson, removePeopleAfterwards, strongPassword, tokenFor } from "./people-support.ts";
import { call, callAs, claimsOf, cleanUp, type DemoUser, database, stack, tokenOf } from "./support.ts";

removePeopleAfterwards();

const login = (username: unknown, password: unknown = stack.demoPassword) =>
  call("POST", "/api/auth/login", { body: { username, password } });

const currentUser = (token?: string) => call("GET", "/api/auth/current-user", { token });

afterEach(async () => {
  await database`delete from private.sign_in_failures`;
});
afterAll(cleanUp);

/** Changes fields of a demo user, such as disabled or roles, while `work` runs. */
async function changed(username: DemoUser, fields: object, work: () => Promise<void>): Promise<void> {
  const [former] =
    await database`select disabled, roles, uac_id from public.users where username = ${username}`;
  const set = (values: object) =>
    database`update public.users set ${database(values)} where username = ${username}`;
  await set(fields);
  try {
    await work();
  } finally {
    await set(former ?? {});
  }
}

describe("Signing in", () => {
  it.each([
    ["admin", "Central"],
    ["regional", "Regional"],
    ["provincial", "Provincial"],
  ])("The user %s gets a session and the user's level and role at sign-in.", async (username, level) => {
    const { status, body } = await login(username);
    const { user, session } = body.data as Record<string, Record<string, unknown>>;
    expect(status).toBe(200);
    expect(user).toMatchObject({ username, level, role: { status: level } });
    expect(user).not.toHaveProperty("disabled");
    expect(Number(session?.expires_at)).toBeGreaterThan(Date.now() / 1000);
    const again = await currentUser(String(session?.access_token));
    expect(again.body.data).toEqual(user);
  });

  it("A user can type the username at sign-in in any case and with spaces around it.", async () => {
    expect((await login("  PROVINCIAL ")).status).toBe(200);
  });

  it("A password with an ñ can be set and typed with composed or decomposed letters.", async () => {
    const [composed, decomposed] = ["Pa\u00f1a-at-palay-7", "Pan\u0303a-at-palay-7"];
    const { id, username, token } = await makePerson();
    const reset = (password: string) => callAs("admin", "POST", "/api/auth/users/password", { id, password });
    const statuses = async () => [
      (await login(username, composed)).status,
      (await login(username, decomposed)).status,
      (await login(username, "Pana-at-palay-7")).status,
    ];
    for (const password of [decomposed, composed]) {
      expect((await reset(password)).status).toBe(200);
      expect(await statuses()).toEqual([200, 200, 401]);
    }
    const own = await call("PUT", "/api/auth/password", {
      token: await tokenFor(username, decomposed),
      body: { current_password: decomposed, new_password: strongPassword },
    });
    expect(own.status, own.text).toBe(200);
    expect((await call("GET", "/api/auth/current-user", { token })).status).toBe(401);
  });

  it("A password that is stored with decomposed letters still works if it is typed so.", async () => {
    const decomposed = "Pan\u0303a-at-palay-7";
    const { id, username } = await makePerson();
    await database`update auth.users
      set encrypted_password = extensions.crypt(${decomposed}::text, extensions.gen_salt('bf', 10)),
        raw_app_meta_data = raw_app_meta_data || jsonb_build_object('password_set_at', now())
      where id = ${id}`;
    expect((await login(username, decomposed)).status).toBe(200);
  });

  it("The endpoint /api/auth/current-user returns the user's offices and whether the reporting windows are open.", async () => {
    const { body } = await callAs("provincial", "GET", "/api/auth/current-user");
    const office = "Region III (Central Luzon) / Nueva Ecija";
    expect(body.data).toMatchObject({
      access: {
        rights: ["Read", "Edit", "Delete", "Sensitive"],
        offices: { read: [office], target: [office], accomplishment: [office] },
        windows: { target: { open: true, reason: null }, accomplishment: { open: true } },
      },
    });
    // The account data contain exactly the fields that the spec lists for a user and a role, and no other
    // columns of the tables.
    const account = body.data as { role: object };
    expect(Object.keys(account).sort()).toEqual(
      `access email id level muncity_name name position province_name region_name role roles session uac_id username`
        .split(" ")
        .sort(),
    );
    expect(Object.keys(account.role).sort()).toEqual([
      "access_controls",
      "id",
      "rolename",
      "roletype",
      "route",
      "status",
    ]);
    const central = await callAs("central", "GET", "/api/auth/current-user");
    expect(central.body.data).toMatchObject({ access: { offices: { read: "all", target: "all" } } });
  });

  it("The API refuses an unknown username, a wrong password and a disabled user with the same response.", async () => {
    const timed = async (work: Promise<unknown>) => {
      const began = performance.now();
      await work;
      return performance.now() - began;
    };
    await changed("viewer", { disabled: true }, async () => {
      const spreads: number[] = [];
      // Each round measures the difference between the slowest and the fastest response. A busy machine can delay
      // single responses, so one round with a small difference is enough. Ten failures would block the username, so at
      // most eight rounds run.
      for (let round = 0; round < 8 && !spreads.some((spread) => spread < 150); round++) {
        const attempts = [login(`unknown-${randomUUID()}`), login("provincial", "wrong"), login("viewer")];
        const times = await Promise.all(attempts.map(timed));
        const answers = await Promise.all(attempts);
        for (const { status, body } of answers) expect([status, body]).toEqual([401, answers[0]?.body]);
        spreads.push(Math.max(...times) - Math.min(...times));
      }
      expect(Math.min(...spreads)).toBeLessThan(150);
    });
  });

  it("The API blocks a username after ten failed sign-ins, even for the right password.", async () => {
    for (const username of ["regional", `unknown-${randomUUID()}`]) {
      await Promise.all(Array.from({ length: 10 }, () => login(username, "wrong")));
      const { status, body, headers } = await login(username);
      expect([status, Number(headers.get("retry-after")) > 0]).toEqual([429, true]);
      expect(body.message).toMatch(/^Too many attempts/);
    }
    expect((await login("provincial")).status).toBe(200);
  });

  it("A successful sign-in resets the count of failed sign-ins.", async () => {
    for (let round = 0; round < 2; round++) {
      await Promise.all(Array.from({ length: 9 }, () => login("provincial", "wrong")));
      expect((await login("provincial")).status).toBe(200);
    }
  });

  it("The API refuses a sign-in with a missing or invalid username or password.", async () => {
    for (const [username, password] of [
      ["", "x"],
      ["provincial", ""],
      [null, "x"],
      [["provincial"], "x"],
      [{ $ne: 1 }, "x"],
      ["x".repeat(201), "x"],
      ["a\u0000b", "x"],
    ]) {
      expect((await login(username, password)).status).toBe(400);
    }
    const more = { username: "admin", password: "x", role: "admin" };
    expect((await call("POST", "/api/auth/login", { body: more })).status).toBe(400);
  });
});

describe("Signing out", () => {
  it("After a sign-out, the refresh token of the session no longer works.", async () => {
    const { body } = await login("viewer");
    const { session } = body.data as { session: { access_token: string; refresh_token: string } };
    expect((await call("POST", "/api/auth/logout", { token: session.access_token })).status).toBe(200);
    const renewed = await fetch(`${stack.url}/auth/v1/token?grant_type=refresh_token`, {
      method: "POST",
      headers: { apikey: stack.publishableKey, "content-type": "application/json" },
      body: JSON.stringify({ refresh_token: session.refresh_token }),
    });
    expect(renewed.status).toBeGreaterThanOrEqual(400);
  });

  it("Signing out without a session succeeds.", async () => {
    expect((await call("POST", "/api/auth/logout")).status).toBe(200);
    expect((await call("POST", "/api/auth/logout", { token: "nonsense" })).status).toBe(200);
  });
});

describe("Account changes that take effect at the next request", () => {
  it("After a user was disabled, the API refuses the user's token.", async () => {
    const token = await tokenOf("viewer");
    await changed("viewer", { disabled: true }, async () => {
      expect((await currentUser(token)).status).toBe(401);
      expect((await call("POST", "/api/arbo-masterlist", { token, body: {} })).status).toBe(401);
      expect((await call("GET", "/dropdown/sex", { token })).status).toBe(401);
    });
    expect((await currentUser(token)).status).toBe(200);
  });

  it("If the role of a signed-in user does not exist, the user's lists contain no rows.", async () => {
    const token = await tokenOf("viewer");
    await changed("viewer", { roles: "Something else" }, async () => {
      expect((await currentUser(token)).status).toBe(401);
      expect((await call("POST", "/api/arbo-masterlist", { token, body: {} })).body.total).toBe(0);
    });
  });
});

describe("Validity of access tokens", () => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const hour = Math.floor(Date.now() / 1000) + 3600;

  function forged(claims: object, secret = stack.jwtSecret, alg = "HS256"): string {
    const text = `${part({ alg, typ: "JWT" })}.${part(claims)}`;
    return `${text}.${alg === "none" ? "" : createHmac("sha256", secret).update(text).digest("base64url")}`;
  }

  it("An access token must be unexpired, signed with Auth's secret and from an existing session.", async () => {
    const [user] = await database`select id from public.users where username = 'central'`;
    const { session_id } = claimsOf(await tokenOf("central"));
    const good = { sub: user?.id, role: "authenticated", exp: hour, session_id };
    expect((await currentUser(forged(good))).status).toBe(200);
    const bad = [
      forged(good, "another secret of some length"),
      forged(good, "", "none"),
      forged({ ...good, exp: 1 }),
      forged({ ...good, exp: undefined }),
      forged({ ...good, session_id: undefined }),
      forged({ ...good, session_id: randomUUID() }),
      forged({ ...good, role: "service_role" }),
      forged({ ...good, role: "postgres" }),
      forged({ ...good, sub: undefined }),
      forged({ ...good, sub: `${user?.id}', true); reset role; --` }),
      `${forged(good).slice(0, -4)}AAAA`,
      "a.b.c",
      stack.publishableKey,
      stack.secretKey,
    ];
    for (const token of bad) {
      const { status, headers } = await currentUser(token);
      expect([token, status, headers.get("www-authenticate")]).toEqual([token, 401, "Bearer"]);
    }
  });

  it("The API refuses a token that names an unknown user.", async () => {
    const token = forged({ sub: randomUUID(), role: "authenticated", exp: hour });
    expect((await call("POST", "/api/arbo-masterlist", { token, body: {} })).status).toBe(401);
  });
});
