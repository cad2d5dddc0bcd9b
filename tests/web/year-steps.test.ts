/** The steps of the help page for users with different rights and reporting windows. */
import { expect, test } from "vitest";
import { helpAnswers } from "../../web/src/features/help/answers.ts";
import { yearSteps } from "../../web/src/features/help/year-steps.ts";
import { closed, open, person } from "./people.ts";

const keys = (user: ReturnType<typeof person>) => yearSteps(user).map(({ key }) => key);

test("The help page shows each user only the steps that their rights allow.", () => {
  expect(keys(person("Provincial", { rights: ["Read", "Edit"] }))).toEqual([
    "target",
    "accomplishment",
    "returned",
    "reading",
  ]);
  expect(keys(person("Regional"))).toContain("review");
  expect(keys(person("Central", { rights: ["Read"] }))).toEqual(["reading"]);
  const administrator = person("Central", { routes: ["forms", "users"] });
  expect(keys(administrator)).toContain("administration");
});

test("The help page's step for entering data links to the lists in which users enter this data.", () => {
  const [target, accomplishment] = yearSteps(
    person("Provincial", {
      windows: { target: { ...open, end_date: "2099-12-31" }, accomplishment: closed },
    }),
  );
  expect(target?.window).toEqual({ open: true, sentence: "Open until 30 Dec 2099." });
  expect(accomplishment?.window).toEqual({ open: false, sentence: "The Accomplishment window is closed." });
  const hrefs = (step: typeof target) => step?.lists?.map(({ href }) => href);
  expect(hrefs(accomplishment)).toContain("/homepage/forms/ARBO_Masterlist");
  expect(hrefs(target)).not.toContain("/homepage/forms/ARBO_Masterlist");
  for (const step of [target, accomplishment]) {
    const labels = step?.lists?.map(({ label }) => label);
    expect(new Set(labels).size).toBe(labels?.length);
  }
});

test("Each help topic on the help page has its own URL.", () => {
  expect(new Set(helpAnswers.map(({ key }) => key)).size).toBe(helpAnswers.length);
});
