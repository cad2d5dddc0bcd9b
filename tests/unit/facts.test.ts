/**
 * Tests which fields a form marks as required: the required fields, and the first field of each missing fact. A fact,
 * such as the period, is given if one of its fields has a value.
 */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { records } from "#shared/records/index.ts";
import { factsOf, missingFacts, requiredFieldNames } from "#shared/validate/facts.ts";

const demanding = records.filter((record) => record.facts);

describe.each(demanding.map((record) => [record.route, record] as const))(
  "Required values of %s",
  (_, record) => {
    const facts = record.facts ?? [];
    const required = record.fields.filter((field) => field.required).map(({ name }) => name);
    const row = fc.dictionary(
      fc.constantFrom(...facts.flatMap(({ anyOf }) => anyOf)),
      fc.constantFrom<unknown>("given", "", null, undefined, [], ["one"], 7),
    );

    it("Each rule that requires one of several fields has a unique label and names only existing fields.", () => {
      const known = new Set(record.fields.map(({ name }) => name));
      for (const { anyOf } of facts) {
        expect(anyOf.every((name) => known.has(name))).toBe(true);
        expect(new Set(anyOf).size).toBe(anyOf.length);
      }
      expect(new Set(facts.map(({ label }) => label)).size).toBe(facts.length);
    });

    it("If at least one of several fields is required and all are blank, the form marks the first one as required.", () => {
      fc.assert(
        fc.property(row, (values) => {
          const given = { ...values, ...record.fixed };
          const missing = missingFacts(record, given);
          const expected = facts.flatMap((fact) => {
            if (fact.notFor && fact.notFor === given.status) return [];
            return fact.anyOf.length === 1 || missing.includes(fact) ? fact.anyOf.slice(0, 1) : [];
          });
          expect([...requiredFieldNames(record, values)].sort()).toEqual(
            [...new Set([...required, ...expected])].sort(),
          );
        }),
      );
    });

    it("A row is complete if all fields that the form marks as required have values.", () => {
      fc.assert(
        fc.property(row, (values) => {
          const marked = [...requiredFieldNames(record, values)].map((name) => [name, "given"] as const);
          const filled = { ...values, ...record.fixed, ...Object.fromEntries(marked) };
          expect(missingFacts(record, filled)).toEqual([]);
          for (const [name] of marked)
            for (const fact of factsOf(record, name)) expect(facts).toContain(fact);
        }),
      );
    });
  },
);
