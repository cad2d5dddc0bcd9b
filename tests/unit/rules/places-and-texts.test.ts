/** Property tests of place names and stored texts. The API tests check that the database applies the same rules. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { normalizePlaceName, placeKey, regionKeys, resolvePlace } from "#shared/rules/places.ts";
import { tidyText } from "#shared/rules/text.ts";
import { readLocations } from "../../../seed/psgc/locations.ts";

const { regions, municipalities } = readLocations();
const towns = municipalities.map((row) => row.muncity_name);

describe("Place names", () => {
  it('The system recognizes a town whose name is written without the prefix "City of".', () => {
    const names = [...new Set(towns)];
    const written = fc
      .constantFrom(...names)
      .chain((name) =>
        fc.tuple(
          fc.constant(name),
          fc.constantFrom(
            name.toUpperCase(),
            name.normalize("NFD").toLowerCase(),
            ` ${name.replaceAll(" ", "  ")}.`,
            name.replace(/^City of /, ""),
          ),
        ),
      );
    fc.assert(
      fc.property(written, ([name, given]) => {
        expect(placeKey("muncity", given)).toBe(placeKey("muncity", name));
        expect(resolvePlace("muncity", given, [name, "Somewhere"])).toEqual({ name });
      }),
    );
  });

  it("The normalized name of a place contains only lower-case letters, digits and single spaces.", () => {
    fc.assert(
      fc.property(
        fc.constantFrom("province", "muncity", "barangay"),
        fc.string({ unit: "grapheme", maxLength: 30 }),
        (level, name) => {
          const spelled = normalizePlaceName(level, name);
          expect(spelled).toMatch(/^([a-z0-9]+( [a-z0-9]+)*)?$/);
        },
      ),
    );
  });

  it("A place name that matches two places is ambiguous.", () => {
    expect(resolvePlace("muncity", "Atlantis", towns)).toBeNull();
    expect(resolvePlace("barangay", "Brgy. San Diego", ["San Diego", "San Diego Poblacion"])).toBe("several");
  });

  it("No two regions share a name or a short form of a name.", () => {
    const keys = regions.flatMap((row) => regionKeys(row.region_name));
    expect(new Set(keys).size).toBe(keys.length);
  });
});

describe("Removal of extra spaces from a text", () => {
  it("Removing extra spaces from a text keeps its line breaks.", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        const tidy = tidyText(text);
        expect(tidyText(tidy)).toBe(tidy);
        expect(tidy.normalize("NFC")).toBe(tidy);
        expect(tidy).not.toMatch(/ {2}|^\s|[ \n]$| \n|\n /);
      }),
    );
    expect(tidyText(" a  b\r\n\tc\n\nd ")).toBe("a b\nc\n\nd");
    expect(tidyText("\u2028a\u2029b\vc\fd\u0085")).toBe("a\nb\nc\nd");
  });
});
