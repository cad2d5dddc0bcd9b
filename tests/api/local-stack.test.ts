/** Tests the parts that the embedded stack adds to @supabase/lite, through supabase-js. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { rounds } from "../support/thorough.ts";
import { supabaseClient, testStack } from "../test-stack.ts";

const stack = testStack();
const secret = supabaseClient(stack.secretKey);
const visitor = supabaseClient(stack.publishableKey);
const password = "A long enough one";

const made: string[] = [];
// Removes the accounts, because the comparison of accounts with profiles would report accounts without a
// profile.
afterAll(async () => {
  for (const id of made) await secret.auth.admin.deleteUser(id);
});

async function newUser(): Promise<{ id: string; email: string }> {
  const email = `${randomUUID()}@example.test`;
  const { data, error } = await secret.auth.admin.createUser({ email, password, email_confirm: true });
  if (error) throw error;
  made.push(data.user.id);
  return { id: data.user.id, email };
}

describe("Administration of users through Auth", () => {
  it("A client with the service key can create, find and list users.", async () => {
    const { id, email } = await newUser();
    expect((await visitor.auth.signInWithPassword({ email, password })).data.user?.id).toBe(id);
    expect((await secret.auth.admin.getUserById(id)).data.user?.email).toBe(email);
    const { data } = await secret.auth.admin.listUsers({ page: 1, perPage: 1000 });
    expect(data.users.map((user) => user.id)).toContain(id);
  });

  it("If an administrator sends new metadata for a user to Auth, the user's earlier metadata remains.", async () => {
    const { id, email } = await newUser();
    await secret.auth.admin.updateUserById(id, { user_metadata: { a: 1 } });
    await secret.auth.admin.updateUserById(id, {
      user_metadata: { b: 2 },
      app_metadata: { password_set_at: "2026-01-01T00:00:00Z" },
      password: "Another long one",
    });
    expect((await secret.auth.admin.getUserById(id)).data.user?.user_metadata).toEqual({
      ...{ a: 1, b: 2, email_verified: true },
    });
    expect((await visitor.auth.signInWithPassword({ email, password })).error?.code).toBe(
      "invalid_credentials",
    );
    expect((await visitor.auth.signInWithPassword({ email, password: "Another long one" })).error).toBeNull();
  });

  it("Auth refuses a new user's e-mail address that is in use, and a password that is too short.", async () => {
    const { email } = await newUser();
    const { createUser, updateUserById } = secret.auth.admin;
    expect((await createUser.call(secret.auth.admin, { email, password })).error?.code).toBe("email_exists");
    // Auth checks the length of a password when an administrator changes it, but not when the administrator creates
    // the user.
    const { id } = await newUser();
    const short = await updateUserById.call(secret.auth.admin, id, { password: "short" });
    expect(short.error?.code).toBe("weak_password");
    const unknown = await updateUserById.call(secret.auth.admin, randomUUID(), { password });
    expect(unknown.error?.code).toBe("user_not_found");
  });

  it("A client can't administer users with the publishable key or with a user's session.", async () => {
    const { email } = await newUser();
    expect((await visitor.auth.admin.listUsers()).error?.code).toBe("not_admin");
    const { data } = await visitor.auth.signInWithPassword({ email, password });
    const response = await fetch(`${stack.url}/auth/v1/admin/users`, {
      headers: { apikey: stack.secretKey, authorization: `Bearer ${data.session?.access_token}` },
    });
    expect(response.status).toBe(403);
  });

  it("A banned user can neither sign in nor refresh a session until the ban is lifted.", async () => {
    const { id, email } = await newUser();
    const { data } = await visitor.auth.signInWithPassword({ email, password });
    const refresh_token = data.session?.refresh_token ?? "";
    await secret.auth.admin.updateUserById(id, { ban_duration: "24h" });
    expect((await visitor.auth.refreshSession({ refresh_token })).error?.code).toBe("user_banned");
    expect((await visitor.auth.signInWithPassword({ email, password })).error?.code).toBe(
      "invalid_credentials",
    );
    await secret.auth.admin.updateUserById(id, { ban_duration: "none" });
    expect((await visitor.auth.signInWithPassword({ email, password })).error).toBeNull();
  });

  it("A user with several tabs stays signed in when all tabs refresh the session at once.", async () => {
    const { email } = await newUser();
    // Each refresh has its own client, like each browser tab, because a single client would merge simultaneous
    // refreshes.
    const renew = (refresh_token = "") =>
      supabaseClient(stack.publishableKey).auth.refreshSession({ refresh_token });
    // Repeats the test with several sessions, because the race does not occur in every session.
    for (let session = 0; session < rounds(3, 10); session++) {
      const { data } = await visitor.auth.signInWithPassword({ email, password });
      const tabs = await Promise.all(Array.from({ length: 5 }, () => renew(data.session?.refresh_token)));
      expect(tabs.map(({ error }) => error)).toEqual(tabs.map(() => null));
      for (const tab of tabs) expect((await renew(tab.data.session?.refresh_token)).error).toBeNull();
    }
  });

  it("A global sign-out ends every session of a user.", async () => {
    const { id, email } = await newUser();
    const first = await visitor.auth.signInWithPassword({ email, password });
    const second = await visitor.auth.signInWithPassword({ email, password });
    await secret.auth.admin.signOut(second.data.session?.access_token ?? "", "global");
    const refresh_token = first.data.session?.refresh_token ?? "";
    expect((await visitor.auth.refreshSession({ refresh_token })).error).not.toBeNull();
    expect((await secret.auth.admin.deleteUser(id)).error).toBeNull();
    expect((await visitor.auth.signInWithPassword({ email, password })).error?.code).toBe(
      "invalid_credentials",
    );
  });
});

describe("API keys and sign-up", () => {
  it("The gateway refuses a request without a key or with a wrong key.", async () => {
    const address = `${stack.url}/rest/v1/users?select=id`;
    expect((await fetch(address)).status).toBe(401);
    expect((await fetch(address, { headers: { apikey: "sb_publishable_wrong" } })).status).toBe(401);
  });

  it("A client with the publishable key and without a session can't read the table of users.", async () => {
    const { data, error } = await visitor.from("users").select("id");
    expect(error !== null || data?.length === 0).toBe(true);
    expect((await supabaseClient(stack.secretKey).from("users").select("id").limit(1)).error).toBeNull();
  });

  it("Users can't sign up by themselves.", async () => {
    const { error } = await visitor.auth.signUp({ email: `${randomUUID()}@example.test`, password });
    expect(error?.code).toBe("not_allowed");
  });
});

describe("Files in Storage", () => {
  const bucket = `test-${randomUUID()}`;
  const files = secret.storage.from(bucket);
  const picture = (text: string) => new Blob([text], { type: "image/png" });

  beforeAll(async () => {
    await secret.storage.createBucket(bucket, { public: false });
  });
  afterAll(async () => {
    await secret.storage.emptyBucket(bucket);
    await secret.storage.deleteBucket(bucket);
  });

  it("Storage stores and replaces a picture that supabase-js uploads as a Blob.", async () => {
    const path = "Region III/Nueva Ecija/Penaranda (1).png";
    expect((await files.upload(path, picture("first"), { cacheControl: "60" })).error).toBeNull();
    expect((await files.update(path, picture("second"))).error).toBeNull();
    const { data } = await files.download(path);
    expect(data?.type).toBe("image/png");
    expect(await data?.text()).toBe("second");
  });

  it("The local Storage refuses the same characters in file paths as hosted Supabase Storage.", async () => {
    for (const key of ["Peñaranda.png", "caf\u00e9/one.png", "tilde~.png"]) {
      const { error } = await files.upload(key, picture("one"));
      expect([key, error?.message]).toEqual([key, expect.stringMatching(/^Invalid key: /)]);
    }
    const { data } = await files.list("");
    expect(data?.map(({ name }) => name)).not.toContain("Peñaranda.png");
  });

  it("A client without an API key can download a file from Storage through a signed URL.", async () => {
    await files.upload("signed/one.png", picture("one"));
    const { data } = await files.createSignedUrl("signed/one.png", 60);
    const response = await fetch(data?.signedUrl ?? "");
    expect(response.headers.get("content-security-policy")).toContain("sandbox");
    expect(await response.text()).toBe("one");
    const many = await files.createSignedUrls(["signed/one.png", "signed/none.png"], 60);
    expect(many.data?.map((entry) => entry.error === null)).toEqual([true, false]);
  });

  it("Storage lists the files and subfolders of a folder, but not the files inside the subfolders.", async () => {
    await files.upload("level/a.png", picture("a"));
    await files.upload("level/deeper/b.png", picture("b"));
    const { data } = await files.list("level");
    expect(data?.map(({ name, id }) => [name, id === null])).toEqual([
      ["a.png", false],
      ["deeper", true],
    ]);
  });
});
