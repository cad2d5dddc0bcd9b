/** Which passwords are taken. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { passwordProblem } from "#shared/rules/passwords.ts";

const owner = { username: "maria.santos", email: "m.santos@office.example" };

describe("a password is refused", () => {
  it.each([
    ["short", "Ab3-xyz", /at least 8/],
    ["longer than the hash reads", "Kalabaw-".repeat(10), /at most 72/],
    ["longer in bytes than in letters", `Ñandú ${"ñ".repeat(40)}`, /at most 72/],
    ["one sign over and over", "aaaaaaaaaaaa", /guessed/],
    ["a run of digits", "123456789", /guessed/],
    ["a run on the keyboard", "qwertyuiop", /guessed/],
    ["a short piece repeated", "abc1abc1abc1", /guessed/],
    ["a common word with digits", "password2025", /guessed/],
    ["a common word in other signs", "P@ssw0rd!", /guessed/],
    ["the same with digits behind", "P@55w0rd123", /guessed/],
    ["the one that the README prints", "Demo-2025!", /guessed/],
    ["a word of the place", "Pilipinas2025", /guessed/],
    ["the username within", "xx-Maria.Santos-99", /username/],
    ["the name in the address within", "my M.Santos password", /username/],
  ])("when it is %s", (_, password, reason) => {
    expect(passwordProblem(password, owner)).toMatch(reason);
  });
});

describe("a password is taken", () => {
  it.each(["Kalabaw-at-palay", "ulan sa bukid 7", "ñandú-kalapati", "12 rows of palay"])("%s", (password) => {
    expect(passwordProblem(password, owner)).toBeNull();
    expect(passwordProblem(password)).toBeNull();
  });

  it("also where the owner's names are too short to be found by chance", () => {
    expect(passwordProblem("a long enough one", { username: "on", email: "a@b.example" })).toBeNull();
  });
});

it("never takes one that holds the username, in any case and wherever", () => {
  const names = fc.stringMatching(/^[a-z][a-z0-9]{2,11}$/);
  fc.assert(
    fc.property(
      names,
      fc.string({ maxLength: 20 }),
      fc.string({ maxLength: 20 }),
      (username, before, after) => {
        const password = `${before}${username.toUpperCase()}${after}`;
        expect(passwordProblem(password, { username })).not.toBeNull();
      },
    ),
  );
});

it("never takes a common word for the digits and signs around it", () => {
  const around = fc.stringMatching(/^[0-9!#.]{0,3}$/);
  fc.assert(
    fc.property(
      fc.constantFrom("password", "Philippines", "QWERTYUIOP", "mahalkita"),
      around,
      around,
      (word, before, after) => {
        expect(passwordProblem(`${before}${word}${after}`)).not.toBeNull();
      },
    ),
  );
});
