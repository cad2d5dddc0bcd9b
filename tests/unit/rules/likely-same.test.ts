/** Two rows probably describe the same person if their names have the same words and no other key field differs. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findAgreeingFields, nameWords } from "#shared/rules/likely-same.ts";

const key = ["participant_name", "birthday"];
const word = fc.stringMatching(/^[A-Za-zñÑéÉ]{1,10}$/);
const name = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(" "));
const birthday = fc.option(fc.constantFrom("1980-01-01", "1980-01-02"));
const person = fc.record({ participant_name: name, birthday });

describe("Comparison of names by their words", () => {
  it("Two names with the same words count as equal, whatever their order, case and accents.", () => {
    fc.assert(
      fc.property(
        fc.array(word, { maxLength: 5 }),
        fc.constantFrom(" ", ", ", "  ", "-", " . "),
        (words, between) => {
          const written = [...words].reverse().join(between).toUpperCase().normalize("NFD");
          expect(nameWords(written)).toBe(nameWords(words.join(" ")));
        },
      ),
    );
    expect(nameWords("DELA PEÑA, Ana")).toBe(nameWords("ana dela pena"));
    expect(nameWords("Ana")).not.toBe(nameWords("Anna"));
  });
});

describe("Duplicate check of two rows", () => {
  it("The duplicate check of two rows gives the same result if the rows are exchanged.", () => {
    fc.assert(
      fc.property(person, person, (one, other) => {
        expect(findAgreeingFields(key, one, other)).toEqual(findAgreeingFields(key, other, one));
        expect(findAgreeingFields(key, one, one)?.[0]).toBe("participant_name");
      }),
    );
  });

  it("For two likely duplicates, the duplicate check lists the fields whose values are equal.", () => {
    const ana = { participant_name: "Ana Cruz", birthday: "1980-01-01" };
    expect(findAgreeingFields(key, ana, { ...ana })).toEqual(key);
    expect(findAgreeingFields(key, ana, { participant_name: "Cruz, Ana", birthday: null })).toEqual([
      "participant_name",
    ]);
    expect(findAgreeingFields(key, ana, { ...ana, birthday: "1980-01-02" })).toBeNull();
    expect(findAgreeingFields(key, { participant_name: " " }, { participant_name: "" })).toBeNull();
  });
});
