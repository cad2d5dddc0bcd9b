/**
 * Threat over HTTP: a user changes their own rights, route permissions, office or role, or edits the entry of their own
 * role.
 */
import { beforeAll, describe, expect, it } from "vitest";
import {
  as,
  dataOf,
  makePerson,
  makeRole,
  refusalOf,
  removePeopleAfterwards,
  rest,
  type TestPerson,
} from "./people-support.ts";
import { callAs, region } from "./support.ts";

removePeopleAfterwards();

let chief: TestPerson;
let encoder: TestPerson;
beforeAll(async () => {
  chief = await makePerson({ level: "Central", routes: ["dashboard", "forms", "users"] });
  encoder = await makePerson({ rights: ["Read"] });
});

const changeSelf = (person: TestPerson, change: object) =>
  as(person.token, "PUT", "/api/auth/usersupdate", { id: person.id, ...change });

describe("Changes to the user's own account", () => {
  it.each([
    ["the role", async () => ({ uac_id: (await makeRole({ level: "Central" })).id })],
    ["the role name", async () => ({ roles: "PBD Administrator" })],
    ["the office", async () => ({ region_name: region, province_name: "Bulacan" })],
    ["the username", async () => ({ username: "other.name" })],
    ["the address", async () => ({ email: "other.name@tests.example" })],
    ["the password (without the current one)", async () => ({ password: "Another-password-7" })],
  ])("No user can change %s of their own account.", async (_, change) => {
    const body = await change();
    expect((await changeSelf(chief, body)).status).toBe(403);
    expect((await changeSelf(encoder, body)).status).toBe(403);
  });

  it("An administrator can't disable their own account.", async () => {
    const answer = await as(chief.token, "POST", "/api/auth/users/disable", { id: chief.id });
    expect(answer.status).toBe(403);
  });

  it("In their own profile, users can change only their name and position.", async () => {
    const answer = await as(encoder.token, "PUT", "/api/auth/profile", {
      name: "New Name",
      position: "Officer",
    });
    expect(answer.status).toBe(200);
    expect(answer.body.data).toMatchObject({ name: "New Name", position: "Officer" });
    const more = await as(encoder.token, "PUT", "/api/auth/profile", { name: "New", uac_id: chief.roleId });
    expect(refusalOf(more)).toMatchObject({ status: 403, field: "uac_id" });
  });
});

describe("A user's own role", () => {
  it("An administrator can't change or delete their own role, and the refusal says why.", async () => {
    const answer = await as(chief.token, "PUT", "/api/uac/update", {
      id: chief.roleId,
      access_controls: "Read,Edit,Delete,Sensitive",
    });
    expect(refusalOf(answer)).toMatchObject({
      status: 403,
      message: "You cannot change your own role. Ask another administrator.",
    });
    expect((await as(chief.token, "DELETE", "/api/uac/delete", [chief.roleId])).status).toBe(403);
  });

  it("An administrator's change of a role's rights applies from the next request of a user with this role.", async () => {
    const before = await as(encoder.token, "GET", "/api/auth/current-user");
    expect(before.body.data).toMatchObject({ access: { rights: ["Read"] } });
    const change = await as(chief.token, "PUT", "/api/uac/update", {
      id: encoder.roleId,
      access_controls: "Read,Edit",
    });
    expect(change.status).toBe(200);
    const after = await as(encoder.token, "GET", "/api/auth/current-user");
    expect(after.body.data).toMatchObject({ access: { rights: ["Read", "Edit"] } });
  });

  it("A user without the route permission `users` can't change their own role.", async () => {
    const answer = await as(encoder.token, "PUT", "/api/uac/update", {
      id: encoder.roleId,
      access_controls: ["Read", "Delete"],
    });
    expect(refusalOf(answer)).toMatchObject({
      status: 403,
      message: 'Only administrators with the route "users" may add or change roles.',
    });
  });
});

describe("Rights and route permissions that an administrator lacks", () => {
  it("An administrator can't give a role a right or route permission that the administrator lacks.", async () => {
    const right = await as(chief.token, "PUT", "/api/uac/update", {
      id: encoder.roleId,
      access_controls: "Read,Sensitive",
    });
    expect(refusalOf(right)).toEqual({
      status: 403,
      message: "You cannot give the Sensitive right, which you do not have.",
      field: "access_controls",
    });
    const route = await as(chief.token, "PUT", "/api/uac/update", {
      id: encoder.roleId,
      route: ["dropdowns"],
    });
    expect(refusalOf(route)).toMatchObject({ status: 403, field: "route" });
  });

  it("If one role in a request has a right that the administrator lacks, the API saves none of the roles.", async () => {
    const entry = (access: string) => ({
      rolename: "API test x",
      roletype: `API test ${access}`,
      route: "dashboard",
      access_controls: access,
      status: "Provincial",
    });
    const answer = await as(chief.token, "PUT", "/api/uac/update", [entry("Read"), entry("Sensitive")]);
    expect(answer.status).toBe(403);
    expect(answer.body.details?.[0]).toMatchObject({ index: 1, field: "access_controls" });
    const list = await callAs("admin", "POST", "/api/uac", { roletype: "API test Read" });
    expect(dataOf<unknown[]>(list)).toEqual([]);
  });
});

describe("Changes of one's own role and account through REST", () => {
  it("Through REST, users can't change their own role or account.", async () => {
    for (const person of [chief, encoder]) {
      const answer = await rest(person.token, "PATCH", `uac?id=eq.${person.roleId}`, {
        status: "Central",
        roletype: "API test",
      });
      expect(answer.ok ? await answer.json() : []).toEqual([]);
    }
    const profile = await rest(encoder.token, "PATCH", `users?id=eq.${encoder.id}`, { uac_id: chief.roleId });
    expect(profile.ok).toBe(false);
    const current = await as(encoder.token, "GET", "/api/auth/current-user");
    expect(current.body.data).toMatchObject({ level: "Provincial", uac_id: encoder.roleId });
  });
});
