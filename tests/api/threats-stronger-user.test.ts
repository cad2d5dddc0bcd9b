/**
 * Threat over HTTP: an administrator creates, changes or takes over a user who has more rights than the
 * administrator, or who belongs to a different region.
 */
import { beforeAll, describe, expect, it } from "vitest";
import {
  as,
  dataOf,
  makePerson,
  makeRole,
  personWith,
  refusalOf,
  removeAtEnd,
  removePeopleAfterwards,
  type TestPerson,
} from "./people-support.ts";
import { region } from "./support.ts";

removePeopleAfterwards();

let chief: TestPerson;
let stronger: TestPerson;
let regional: TestPerson;
let near: TestPerson;
let far: TestPerson;
beforeAll(async () => {
  const routes = ["dashboard", "forms", "users"];
  chief = await makePerson({ level: "Central", routes });
  stronger = await makePerson({ level: "Central", routes, rights: ["Read", "Edit", "Delete", "Sensitive"] });
  regional = await makePerson({ level: "Regional", routes });
  near = await makePerson({ province_name: "Bulacan" });
  far = await makePerson({ region_name: "Region VIII (Eastern Visayas)", province_name: "Leyte" });
});

describe("Creation of users by an administrator", () => {
  it("An administrator can't create a user with a right that the administrator lacks.", async () => {
    const role = await makeRole({ level: "Central", rights: ["Read", "Sensitive"] });
    const answer = await as(
      chief.token,
      "POST",
      "/api/auth/register",
      personWith(role, { level: "Central" }),
    );
    expect(refusalOf(answer)).toEqual({
      status: 403,
      message: "You cannot give the Sensitive right, which you do not have.",
      field: "uac_id",
    });
  });

  it("A Regional administrator can't create a Central user or a user of a different region.", async () => {
    const central = await makeRole({ level: "Central", rights: ["Read"] });
    const above = await as(
      regional.token,
      "PUT",
      "/api/user-table/register",
      personWith(central, { level: "Central" }),
    );
    expect(above.status).toBe(403);
    const role = { id: near.roleId, rolename: near.rolename };
    const elsewhere = personWith(role, {
      region_name: "Region VIII (Eastern Visayas)",
      province_name: "Leyte",
    });
    expect(refusalOf(await as(regional.token, "PUT", "/api/user-table/register", elsewhere))).toMatchObject({
      status: 403,
      message: "You can only administer people of your own office.",
    });
  });

  it("A regional administrator can create a user of the same region.", async () => {
    const body = personWith({ id: near.roleId, rolename: near.rolename });
    const answer = await as(regional.token, "PUT", "/api/user-table/register", body);
    expect(answer.status).toBe(200);
    removeAtEnd(dataOf<{ id: string }>(answer).id);
    expect(answer.text).not.toContain(body.password);
  });

  it("A user without the route permission `users` can't create users.", async () => {
    const answer = await as(
      near.token,
      "POST",
      "/api/auth/register",
      personWith({ id: near.roleId, rolename: near.rolename }),
    );
    expect(answer.status).toBe(403);
  });
});

describe("Administration of a user with more rights than the administrator", () => {
  it.each([
    ["given a new password", "POST", "/api/auth/users/password", { password: "Another-password-7" }],
    ["changed", "PUT", "/api/auth/usersupdate", { position: "Clerk" }],
    ["given a new address", "PUT", "/api/auth/usersupdate", { email: "mine@tests.example" }],
    ["disabled", "POST", "/api/auth/users/disable", {}],
    ["signed out", "POST", "/api/auth/users/sign-out", {}],
    ["removed", "DELETE", "/api/user-table/delete", {}],
    ["previewed", "POST", "/api/uac/see-as", null],
  ])(
    "A user can't be %s by an administrator who has fewer rights than this user.",
    async (_, method, path, body) => {
      const answer = await as(
        chief.token,
        method,
        path,
        body === null ? { user_id: stronger.id } : { id: stronger.id, ...body },
      );
      expect(answer.status).toBe(403);
      expect((await as(stronger.token, "GET", "/api/auth/current-user")).status).toBe(200);
    },
  );
});

describe("Administration of a user of a different region", () => {
  it("A regional administrator can't list, change or remove users of a different region.", async () => {
    const list = await as(regional.token, "POST", "/api/user/search", {});
    const rows = dataOf<{ id: string; region_name: string; administrable: boolean }[]>(list);
    expect(new Set(rows.map((row) => row.region_name))).toEqual(new Set([region]));
    expect(rows.find(({ id }) => id === near.id)?.administrable).toBe(true);
    expect(rows.find(({ id }) => id === regional.id)?.administrable).toBe(false);
    const change = await as(regional.token, "PUT", "/api/auth/usersupdate", {
      id: far.id,
      position: "Clerk",
    });
    expect(change.status).toBe(404);
    const removal = await as(regional.token, "DELETE", "/api/user-table/delete", { id: far.id });
    expect(removal.status).toBe(404);
  });

  it("A regional administrator can't move a user to a different region.", async () => {
    const answer = await as(regional.token, "PUT", "/api/auth/usersupdate", {
      id: near.id,
      region_name: "Region VIII (Eastern Visayas)",
      province_name: "Leyte",
    });
    expect(refusalOf(answer)).toMatchObject({ status: 403, field: "region_name" });
  });
});
