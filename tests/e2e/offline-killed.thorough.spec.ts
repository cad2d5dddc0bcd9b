/**
 * The browser is killed at 24 random moments: while the user types or saves, with or without a connection, and while
 * the app sends entries. Every acknowledged entry is stored exactly once.
 */
import { type BrowserContext, expect, type Page, test } from "playwright/test";
import { nameArbo } from "./forms.ts";
import {
  type BadLine,
  killBrowser,
  makeProfile,
  openBrowser,
  type Profile,
  signInAndInstall,
  startBadLine,
} from "./outbox-support.ts";
import { database } from "./support.ts";

const mark = "Killed browser";
const kills = 24;
const phases = ["typing", "queueing", "sending", "registering"] as const;
type Phase = (typeof phases)[number];

/** Seed of the random moments. `PROPERTY_SEED=7` tries other moments. */
const seed = Number(process.env.PROPERTY_SEED ?? 20261128);
let state = seed;
/** Returns the next pseudo-random number from 0 to 1. The generator is mulberry32. */
function random(): number {
  state = (state + 0x6d2b79f5) | 0;
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed);
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
}

const clear = () =>
  database((sql) => sql`delete from public.participants where participant_name like ${`${mark}%`}`);

test.beforeAll(clear);
test.afterAll(clear);

/** State of the test's user. `context` and `page` belong to the current browser, which changes after each kill. */
interface User {
  line: BadLine;
  profile: Profile;
  context: BrowserContext;
  page: Page;
  /** Names that the screen acknowledged as queued or registered, and all names that were typed. */
  acknowledged: string[];
  typed: string[];
}

const nextName = ({ typed }: User): string => `${mark} ${String(typed.length).padStart(4, "0")}`;

async function openForm(page: Page) {
  const address = "/homepage/forms/Participants?new=1";
  // Loads the page a second time if needed, as a user would. Chromium sometimes never completes a page load that the
  // service worker handles (web/src/lib/http/full-load.ts).
  await page.goto(address, { timeout: 20_000 }).catch(() => page.goto(address));
  const form = page.getByRole("dialog", { name: "New participant" });
  const field = form.getByLabel("Participant name");
  await expect(field).toBeVisible();
  return { form, field };
}

/** Restores and saves each draft that the form offers, as a user with unsaved entries does. */
async function saveOfferedDrafts(user: User): Promise<void> {
  const { page } = user;
  const { form, field } = await openForm(page);
  const restore = form.getByRole("button", { name: "Restore entries", exact: true });
  for (let left = await form.getByRole("button", { name: /^Restore entries/ }).count(); left > 0; left--) {
    await restore.click();
    const name = await field.inputValue();
    // If the browser was killed while the name was typed, enters a complete name.
    if (!user.typed.includes(name)) {
      const whole = nextName(user);
      user.typed.push(whole);
      await field.fill(whole);
    }
    await nameArbo(form, `${mark} growers`);
    await page.keyboard.press("Control+Enter");
    await expect(field).toHaveValue("");
  }
}

/** Enters participants in the open form until the browser is killed. */
async function enterUntilKilled(user: User, phase: Phase): Promise<never> {
  const { page } = user;
  const field = page.getByRole("dialog", { name: "New participant" }).getByLabel("Participant name");
  for (;;) {
    const name = nextName(user);
    user.typed.push(name);
    if (phase === "typing") await field.pressSequentially(name, { delay: 40 });
    else await field.fill(name);
    await page.keyboard.press("Control+Enter");
    await expect(field).toHaveValue("");
    user.acknowledged.push(name);
  }
}

/**
 * Prepares one phase of the test in the browser. Returns a function that runs the phase, during which the browser is
 * killed.
 */
async function begin(user: User, phase: Phase): Promise<() => Promise<unknown>> {
  const { page, context, line } = user;
  if (phase === "registering") {
    line.isDown = false;
    await context.setOffline(false);
  }
  const { form } = await openForm(page);
  await nameArbo(form, `${mark} growers`);
  if (phase !== "sending") return () => enterUntilKilled(user, phase);
  return async () => {
    line.isDown = false;
    await context.setOffline(false);
  };
}

async function restart(user: User): Promise<void> {
  user.line.isDown = true;
  const opened = await openBrowser(user.profile, user.line, true);
  user.context = opened.context;
  user.page = opened.page;
  await saveOfferedDrafts(user);
}

test("Every entry that the app has confirmed to the user is stored exactly once, even if the browser is killed.", async () => {
  test.setTimeout(600_000);
  const [line, profile] = [await startBadLine(), await makeProfile()];
  const user: User = { line, profile, ...(await openBrowser(profile, line)), acknowledged: [], typed: [] };
  await signInAndInstall(user.page, "provincial");
  await user.page.goto("/homepage/forms/Participants");
  // The browser writes a new session to the disk within 30 s. If it is killed earlier, the user is signed out and can't
  // work without a connection.
  await user.page.waitForTimeout(35_000);
  const killed: Record<Phase, number> = { typing: 0, queueing: 0, sending: 0, registering: 0 };
  line.delay = 40;
  for (let kill = 0; kill < kills; kill++) {
    const phase = phases[kill % phases.length] as Phase;
    const work = await begin(user, phase);
    const ended = work().catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, 200 + random() * 2500));
    await killBrowser(profile, user.context);
    await ended;
    killed[phase] += 1;
    await restart(user);
  }
  line.isDown = false;
  line.delay = 0;
  await user.context.setOffline(false);
  await user.page.goto("/homepage/waiting");
  await expect(user.page.getByText("Everything has been sent.")).toBeVisible({ timeout: 60_000 });
  await user.context.close();
  console.log(`Seed ${seed}. Kills: ${JSON.stringify(killed)}. Acknowledged: ${user.acknowledged.length}.`);
  const stored = await database(
    (sql) => sql<{ name: string; rows: number; entries: number }[]>`
      select p.participant_name as name, count(distinct p.id)::integer as rows, count(l.id)::integer as entries
      from public.participants p left join private.user_log l on l.form_name = 'participants' and l.row_id = p.id
        and l.action = 'Insert'
      where p.participant_name like ${`${mark}%`} group by 1 order by 1`,
  );
  const names = new Set(stored.map(({ name }) => name));
  expect(
    user.acknowledged.filter((name) => !names.has(name)),
    "lost",
  ).toEqual([]);
  expect(
    stored.filter(({ rows, entries }) => rows !== 1 || entries !== 1),
    "doubled",
  ).toEqual([]);
  await line.stop();
  await profile.remove();
});
