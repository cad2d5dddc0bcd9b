/**
 * Runs two transactions at once in a separate database. The second transaction must wait for the first and then see its
 * changes. Without locks, both would pass the checks, because neither would see the other's changes.
 */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Database, openDatabase, type Statements, type Transaction } from "#shared/server/sql/sql.ts";
import { mark, province, region, stack } from "./support.ts";

const name = `races_${randomUUID().slice(0, 8)}`;
const superuser = openDatabase(stack.superuserUrl, { most: 1, patience: Number.POSITIVE_INFINITY });
const address = new URL(stack.databaseUrl);
address.pathname = `/${name}`;
let sql: Database;

beforeAll(async () => {
  await superuser.unsafe(`create database ${name} template seeded_template owner postgres`);
  sql = openDatabase(address.href, { most: 4, patience: Number.POSITIVE_INFINITY });
});
afterAll(async () => {
  await sql.end();
  await superuser.unsafe(`drop database ${name} with (force)`);
  await superuser.end();
});

type Outcome = { done: unknown } | { refused: string };

/** Returns whether another session waits for a lock of the transaction `tx`. */
async function isBlockingOthers(tx: Transaction): Promise<boolean> {
  const waiting =
    await tx`select from pg_locks where not granted and pg_backend_pid() = any (pg_blocking_pids(pid))`;
  return waiting.length > 0;
}

/**
 * Runs `first` and `second` in two transactions. Commits `first` when `second` has ended or waits for a lock. A fixed
 * pause would be too short on a busy machine.
 * @returns Whether `second` waited, and its result.
 */
async function race(
  first: (tx: Transaction) => Promise<unknown>,
  second: (tx: Transaction) => Promise<unknown>,
): Promise<{ waited: boolean; outcome: Outcome }> {
  let ended = false;
  let outcome: Promise<Outcome> | undefined;
  let waited = false;
  await sql.begin(async (tx) => {
    await first(tx);
    outcome = sql
      .begin(second)
      .then(
        (done): Outcome => ({ done }),
        (error: { code?: string }): Outcome => ({ refused: error.code ?? "" }),
      )
      .finally(() => {
        ended = true;
      });
    while (!ended && !waited) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      waited = await isBlockingOthers(tx);
    }
  });
  return { waited, outcome: (await outcome) ?? { refused: "never begun" } };
}

it("One of two administrators who disable each other at the same moment stays enabled.", async () => {
  const [entry] = await sql<{ id: string; roles: string }[]>`
    select uac_id as id, roles from public.users where username = 'admin'`;
  const other = randomUUID();
  await sql`insert into auth.users (id, email) values (${other}, ${`${other}@example.test`})`;
  await sql`insert into public.users (id, username, email, roles, uac_id)
    values (${other}, 'other.admin', ${`${other}@example.test`}, ${entry?.roles ?? ""}, ${entry?.id ?? ""})`;
  const disable = (username: string) => (tx: Transaction) =>
    tx`update public.users set disabled = true where username = ${username}`;
  expect(await race(disable("other.admin"), disable("admin"))).toEqual({
    waited: true,
    outcome: { refused: "AG003" },
  });
});

describe("Concurrent changes of a password and uses of the old password", () => {
  /** Opens a session of the demo user `viewer`. */
  const openSession = async () => {
    const session = randomUUID();
    const [user] = await sql<{ id: string }[]>`select id from public.users where username = 'viewer'`;
    const id = user?.id ?? "";
    await sql`insert into auth.sessions (id, user_id) values (${session}, ${id})`;
    await sql`insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
      values (${randomUUID()}, ${session}, now(), now(), 'password')`;
    const claims = JSON.stringify({ sub: id, role: "authenticated", session_id: session });
    return {
      create: async (tx: Transaction) => {
        await tx`select set_config('request.jwt.claims', ${claims}, true)`;
        await tx`select private.create_api_token('Racing', false, 1, ${session.replaceAll("-", "").repeat(2)})`;
      },
      change: (tx: Transaction) => tx`update auth.users set encrypted_password = ${session},
        raw_app_meta_data = jsonb_build_object('password_set_at', clock_timestamp()) where id = ${id}`,
      tokens: () => sql`select from private.api_tokens where user_id = ${id}`,
      issue: (tx: Transaction) => tx`select private.refuse_former_password(jsonb_build_object(
        'authentication_method', 'password', 'user_id', ${id}::uuid,
        'claims', jsonb_build_object('app_metadata', u.raw_app_meta_data))) -> 'error' as refusal
        from auth.users u where u.id = ${id}`,
    };
  };

  it("A sign-in with the old password is refused while the password is changing.", async () => {
    const { issue, change } = await openSession();
    expect(await race(change, issue)).toMatchObject({
      waited: true,
      outcome: { done: [{ refusal: { http_code: 400 } }] },
    });
    expect(await sql.begin(issue)).toEqual([{ refusal: null }]);
  });

  it("An API token that a user creates while their password changes is deleted.", async () => {
    const { create, change, tokens } = await openSession();
    expect(await race(create, change)).toMatchObject({ waited: true, outcome: { done: expect.anything() } });
    expect(await tokens()).toEqual([]);
  });

  it("A session that ends because the password changes can't create an API token.", async () => {
    const { create, change, tokens } = await openSession();
    expect(await race(change, create)).toEqual({ waited: true, outcome: { refused: "AG003" } });
    expect(await tokens()).toEqual([]);
  });
});

describe("Concurrent changes of a role and of a user with this role", () => {
  const asAdministrator = (change: (tx: Transaction) => Promise<unknown>) => async (tx: Transaction) => {
    await tx`select set_config('request.jwt.claims', jsonb_build_object('sub', u.id, 'role', 'authenticated')::text, true)
      from public.users u where u.username = 'admin'`;
    return change(tx);
  };
  /** Creates a role and a user who has it. */
  const addUser = async () => {
    const [id, name] = [randomUUID(), `racing.${randomUUID().slice(0, 8)}`];
    const [entry] = await sql<{ id: string }[]>`insert into public.uac (rolename, roletype, status)
      values (${[name, `${name} 2`]}, ${name}, 'Regional') returning id`;
    const role = entry?.id ?? "";
    await sql`insert into auth.users (id, email) values (${id}, ${`${name}@example.test`})`;
    await sql`insert into public.users ${sql({
      ...{ id, username: name, email: `${name}@example.test`, roles: name, uac_id: role },
      ...{ region_name: region, province_name: province },
    })}`;
    const profile = (change: object) =>
      asAdministrator(
        (tx) => tx`select private.change_profile(${id}, ${JSON.stringify(change)}::text::jsonb)`,
      );
    return {
      rename: profile({ roles: `${name} 2` }),
      leaveProvince: profile({ province_name: null }),
      dropName: asAdministrator((tx) => tx`update public.uac set rolename = ${[name]} where id = ${role}`),
      narrow: asAdministrator((tx) => tx`update public.uac set status = 'Provincial' where id = ${role}`),
    };
  };

  it("A role can't lose a name that an administrator is giving to a user.", async () => {
    const { rename, dropName } = await addUser();
    expect(await race(rename, dropName)).toEqual({ waited: true, outcome: { refused: "AG002" } });
  });

  it("An administrator can't give a user a role name that the role is losing.", async () => {
    const { rename, dropName } = await addUser();
    expect(await race(dropName, rename)).toEqual({ waited: true, outcome: { refused: "AG002" } });
  });

  it("A role can't get a level whose province a user is losing.", async () => {
    const { leaveProvince, narrow } = await addUser();
    expect(await race(leaveProvince, narrow)).toEqual({ waited: true, outcome: { refused: "AG002" } });
  });

  it("A user can't lose the province that a role's new level requires.", async () => {
    const { leaveProvince, narrow } = await addUser();
    expect(await race(narrow, leaveProvince)).toEqual({ waited: true, outcome: { refused: "AG002" } });
  });
});

describe("Concurrent changes of an ARC and of a row that refers to the ARC", () => {
  const place = { region_name: region, province_name: province };
  const addArc = async (arc: string) => {
    await sql`insert into public.arc_masterlist ${sql({ arc_id: arc, arc_name: "Racing", ...place })}`;
    const covered = { arc_id: arc, muncity_name: "Jaen", barangay_name: "San Vicente", ...place };
    return {
      refer: (tx: Transaction) => tx`insert into public.arc_barangays_covered ${tx(covered)}`,
      move: (tx: Transaction) =>
        tx`update public.arc_masterlist set province_name = 'Bulacan' where arc_id = ${arc}`,
      edit: (tx: Transaction) =>
        tx`update public.arc_masterlist set arc_name = 'Edited' where arc_id = ${arc}`,
    };
  };

  it("While a user is adding a row that refers to an ARC, another user can't move this ARC to a different office.", async () => {
    const { refer, move } = await addArc(`${mark}-ARC`);
    expect(await race(refer, move)).toEqual({ waited: true, outcome: { refused: "23503" } });
  });

  it("The database refuses a new row if the row's ARC moves to a different office at the same moment.", async () => {
    const { refer, move } = await addArc(`${mark}-ARC 2`);
    expect(await race(move, refer)).toEqual({ waited: true, outcome: { refused: "23503" } });
  });

  it.each(["first", "last"])(
    "A row that is saved while its ARC is renamed gets the new name, if the rename begins %s.",
    async (place_of) => {
      const arc = `${mark}-ARC ${place_of}`;
      const { edit } = await addArc(arc);
      const form = {
        arc_id: arc,
        arc_name: "Racing",
        reporting_year: 2025,
        reporting_quarter: "Q1",
        ...place,
      };
      const add = (tx: Transaction) =>
        tx`insert into public.form_10 ${tx({ ...form, remarks: mark, credit_services: "x" })}`;
      const [one, other] = place_of === "first" ? [edit, add] : [add, edit];
      expect(await race(one, other)).toMatchObject({ waited: true, outcome: { done: expect.anything() } });
      expect(await sql`select arc_name from public.form_10 where arc_id = ${arc}`).toEqual([
        { arc_name: "Edited" },
      ]);
    },
  );

  it("A user can add a row that refers to an ARC while another user is renaming the ARC.", async () => {
    const { refer, edit } = await addArc(`${mark}-ARC 3`);
    expect(await race(edit, refer)).toMatchObject({ waited: false, outcome: { done: expect.anything() } });
  });
});

describe("Concurrent saves of an ARBO and of a row that names the ARBO", () => {
  const place = { region_name: region, province_name: province };
  const writesOf = () => {
    const names = { ...place, arbo_name: `${mark} ${randomUUID()}` };
    return {
      register: (tx: Transaction) => tx`insert into public.arbo_masterlist ${tx(names)}`,
      write: (tx: Transaction) =>
        tx`insert into public.form11_accomps ${tx({ ...names, status: "Accomplished", reporting_year: 2024 })}`,
      isLinked: async () => {
        const rows = await sql`select "arboPrimaryKey" is not null as linked from public.form11_accomps
          where arbo_name = ${names.arbo_name}`;
        return rows.map(({ linked }) => linked);
      },
    };
  };

  it("If a user registers an ARBO while another user is saving a row with its name, the row is linked to the ARBO.", async () => {
    const { register, write, isLinked } = writesOf();
    expect(await race(write, register)).toMatchObject({ waited: true, outcome: { done: expect.anything() } });
    expect(await isLinked()).toEqual([true]);
  });

  it("If a user saves a row with an ARBO's name while another user is registering this ARBO, the row is linked to it.", async () => {
    const { register, write, isLinked } = writesOf();
    expect(await race(register, write)).toMatchObject({ waited: true, outcome: { done: expect.anything() } });
    expect(await isLinked()).toEqual([true]);
  });

  it("Two users can simultaneously save rows that name the same unregistered ARBO.", async () => {
    const { write } = writesOf();
    expect(await race(write, write)).toMatchObject({ waited: false, outcome: { done: expect.anything() } });
  });
});

describe("Concurrent requests to resubmit a row and to undo the row's return", () => {
  const act = async (tx: Transaction, username: string) => {
    await tx`select set_config('request.jwt.claims', jsonb_build_object('sub', u.id, 'role', 'authenticated')::text, true)
      from public.users u where u.username = ${username}`;
  };
  /** Stores a row that the user `central` has returned to its office. */
  const returnRow = async () => {
    const [row] = await sql<{ id: string }[]>`insert into public.arc_masterlist
      ${sql({ arc_id: `${mark} ${randomUUID()}`, arc_name: "Racing", region_name: region, province_name: province })}
      returning id`;
    const id = row?.id ?? "";
    const step = (username: string, state: string) => async (tx: Transaction) => {
      await act(tx, username);
      return tx`select private.review_rows('arc_masterlist', array[${id}::bigint], ${state}, 'Why') as id`;
    };
    await sql.begin(step("central", "returned"));
    return {
      resubmit: step("provincial", "resubmitted"),
      undo: async (tx: Transaction) => {
        await act(tx, "central");
        return tx`select private.undo_returns('arc_masterlist', array[${id}::bigint]) as id`;
      },
      states: () =>
        sql`select state from private.reviews where table_name = 'arc_masterlist' and row_id = ${id}::bigint`,
    };
  };

  it("While an office is resubmitting a returned row, the reviewer can't undo the return.", async () => {
    const { resubmit, undo, states } = await returnRow();
    expect(await race(resubmit, undo)).toEqual({ waited: true, outcome: { done: [] } });
    expect(await states()).toEqual([{ state: "resubmitted" }]);
  });

  it("An office can't resubmit a row while the reviewer is already undoing the row's return.", async () => {
    const { resubmit, undo, states } = await returnRow();
    expect(await race(undo, resubmit)).toEqual({ waited: true, outcome: { done: [] } });
    expect(await states()).toEqual([]);
  });
});

it("If an account has one sign-in attempt left, the password hook rejects the second of two simultaneous wrong passwords.", async () => {
  const [user] = await sql<{ id: string }[]>`select id from public.users where username = 'viewer'`;
  const guess = (tx: Statements) => tx<{ verdict: { decision: string } }[]>`
    select private.judge_password(jsonb_build_object('user_id', ${user?.id ?? ""}::uuid, 'valid', false)) as verdict`;
  for (let n = 0; n < 9; n++) await guess(sql);
  const { waited, outcome } = await race(guess, guess);
  expect(waited).toBe(true);
  expect(outcome).toMatchObject({ done: [{ verdict: { decision: "reject" } }] });
});

it("If only one more sign-in is allowed, the second of two simultaneous sign-ins gets the result `busy`.", async () => {
  await sql`delete from private.sign_in_failures`;
  const begin = (tx: Statements) =>
    tx`select attempt is not null as tried, busy from private.begin_sign_in('viewer', '192.0.2.9')`;
  for (let n = 0; n < 9; n++) await begin(sql);
  const { waited, outcome } = await race(begin, begin);
  expect([waited, outcome]).toMatchObject([true, { done: [{ tried: false, busy: true }] }]);
});
