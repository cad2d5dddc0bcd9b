/** Tests which passwords are accepted. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { normalizePassword, passwordProblem } from "#shared/rules/passwords.ts";

const owner = { username: "maria.santos", email: "m.santos@office.example" };

describe("Refused passwords", () => {
  it.each([
    ["too short", "Ab3-xyz", /at least 8/],
    ["longer than 72 bytes", "Kalabaw-".repeat(10), /at most 72/],
    ["longer than 72 bytes because of accents", `Ñandú ${"ñ".repeat(40)}`, /at most 72/],
    ["one repeated character", "aaaaaaaaaaaa", /easy to guess/],
    ["a sequence of digits", "123456789", /easy to guess/],
    ["a sequence on the keyboard", "qwertyuiop", /easy to guess/],
    ["a short repeated piece", "abc1abc1abc1", /easy to guess/],
    ["a common word with digits", "password2025", /easy to guess/],
    ["a common word with look-alike characters", "P@ssw0rd!", /easy to guess/],
    ["a common word with look-alike characters and digits", "P@55w0rd123", /easy to guess/],
    ["the password in the README", "Demo-2025!", /easy to guess/],
    ["a local word", "Pilipinas2025", /easy to guess/],
    ["a text that contains the username", "xx-Maria.Santos-99", /username/],
    ["a text that contains the name of the e-mail address", "my M.Santos password", /username/],
  ])("A password is refused if it is %s.", (_, password, reason) => {
    expect(passwordProblem(password, owner)).toMatch(reason);
  });
});

/** Very common leaked passwords, and typical variants for sites that require a digit or symbol. */
const common = `
  1qaz2wsx 1q2w3e4r 1q2w3e4r5t q1w2e3r4 zaq12wsx qwer1234 1234qwer qwert12345 asdf1234 abcd1234 aa123456 12341234 11223344
  87654321 123123123 147258369 789456123 1qazxsw2 qazwsxedc qweasdzxc zxcvbnm1 1234abcd trustno1 trustno1! sunshine1
  iloveyou1 iloveyou2 princess1 football1 baseball1 superman1 batman123 pokemon1 michael1 jordan23 charlie1 welcome1
  welcome123 Welcome2025! letmein1 letmein123 monkey123 dragon123 Dragon2025 shadow123 master123 freedom1 whatever1
  computer1 starwars1 hello123 hello1234 admin123 admin1234 Admin@123 root1234 test1234 pass1234 Passw0rd Passw0rd! p@ssword
  Pa55word1 password1! changeme1 default1 secret123 samantha corvette mercedes midnight victoria danielle jonathan liverpool
  nicholas metallica benjamin elephant creative garfield Samantha1 Elephant99 midnight! patricia1 alexander anderson
  veronica scorpion chocolate butterfly computer internet basketball cheyenne Mustang1 corona2020 november2025 Summer2025!
  Maganda123 mahalkita1 pilipinas1 Philippines1 arbo2025 ARBO-Monitoring-2026 Agrarian-Reform-1 DAR-ARBO-2026! blink182!
`
  .split(/\s+/)
  .filter((password) => password.length > 0);

it("The system refuses very common passwords, even with added digits and symbols.", () => {
  expect(common.filter((password) => passwordProblem(password) === null)).toEqual([]);
});

describe("Accepted passwords", () => {
  it.each([
    "Kalabaw-at-palay",
    "ulan sa bukid 7",
    "ñandú-kalapati",
    "12 rows of palay",
    "harvest-lantern-42-oxbow",
    "Another-password-7",
  ])("The password %s is accepted.", (password) => {
    expect(passwordProblem(password, owner)).toBeNull();
    expect(passwordProblem(password)).toBeNull();
  });

  it("A password can contain the username if the username has fewer than three letters.", () => {
    expect(passwordProblem("a long enough one", { username: "on", email: "a@b.example" })).toBeNull();
  });
});

it("The system refuses a password that contains the username in any letter case.", () => {
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

it("The system refuses a password of a common word with digits and symbols around it.", () => {
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

it("A password is checked with composed letters, as it is stored.", () => {
  expect(passwordProblem("n\u0303".repeat(4))).toMatch(/at least 8/);
  expect(passwordProblem(`${"n\u0303".repeat(30)} Kalabaw`)).toBeNull();
});

it("However the letters of a password are composed, its stored form is the same.", () => {
  const text = fc.array(fc.constantFrom("a", "n\u0303", "ñ", "e\u0301", "Ü", "7", " "));
  fc.assert(
    fc.property(text, (letters) => {
      const password = letters.join("");
      const forms = [password.normalize("NFC"), password.normalize("NFD"), normalizePassword(password)];
      expect(new Set([...forms, password].map(normalizePassword)).size).toBe(1);
    }),
  );
});
