/** The screens and actions of the Ctrl+K palette, the highlighting of typed words, and keyboard shortcuts. */
import { renderHook } from "@testing-library/react";
import { useLayoutEffect } from "react";
import { afterEach, describe, expect, test } from "vitest";
import { generalActs } from "../../web/src/app/find/acts.ts";
import { partsOf } from "../../web/src/app/find/marked.tsx";
import { matching, paletteActions, screensOf } from "../../web/src/app/find/places.ts";
import { recordGroups } from "../../web/src/app/find/record-groups.ts";
import { shortcutOf, shortcuts } from "../../web/src/app/find/shortcuts.ts";
import { useEscape } from "../../web/src/components/floating/escape.ts";
import { person } from "./people.ts";

const labels = (places: readonly { label: string }[]) => places.map(({ label }) => label);

describe("Screens and actions in the Ctrl+K palette", () => {
  test("The Ctrl+K palette offers the screens that are in the user's menus.", () => {
    const all = person("Central", { routes: ["dashboard", "forms", "report", "users", "dropdowns"] });
    expect(labels(screensOf(all))).toEqual(
      expect.arrayContaining(["Dashboard", "ARBO Masterlist", "User log", "Fund source"]),
    );
    const some = person("Provincial", { routes: ["forms"] });
    expect(labels(screensOf(some))).toContain("ARBO Masterlist");
    expect(
      screensOf(some)
        .map(({ href }) => href)
        // A user with the route `report` or `forms` can open Explore.
        .filter((href) => /users|dropdowns|report\/|dashboard/.test(href)),
    ).toEqual(["/homepage/report/explore"]);
    expect(paletteActions(person("Provincial", { routes: ["dashboard"] }))).toEqual([]);
  });

  test('For a user who can\'t add ARBOs, the action "New ARBO" in the Ctrl+K palette explains that the permission is missing.', () => {
    const [begun] = matching(
      paletteActions(person("Central", { routes: ["forms"], rights: ["Read", "Edit"] })),
      "new arbo",
    );
    expect(begun).toMatchObject({ label: "New ARBO", href: "/homepage/forms/ARBO_Masterlist?new=1" });
    const [refused] = matching(
      paletteActions(person("Central", { routes: ["forms"], rights: ["Read"] })),
      "new arbo",
    );
    expect(refused?.href).toBe("/homepage/forms/ARBO_Masterlist");
    expect(refused?.detail).toMatch(/permission/);
  });

  test("The Ctrl+K palette finds help topics by everyday words, such as 'pdf' for printing.", () => {
    let left = 0;
    const acts = generalActs(person("Central"), () => {
      left += 1;
    });
    const answers = (text: string) => labels(matching(acts, text));
    expect(answers("help")[0]).toBe("Help");
    expect(answers("print")).toEqual(["Print a page or a list"]);
    expect(answers("pdf")).toEqual(["Print a page or a list"]);
    expect(answers("change my password")).toEqual(["Change my password"]);
    expect(answers("duplicates")).toEqual(["Avoid duplicates"]);
    expect(answers("dark mode")).toEqual(["Switch to dark mode"]);
    expect(answers("export")).toEqual(["Export records to Excel"]);
    for (const text of ["tour", "how do I"])
      expect(answers(text)).toEqual(["Show me a list", "Show me a form"]);
    const reader = person("Central", { rights: ["Read"] });
    expect(
      labels(
        matching(
          generalActs(reader, () => undefined),
          "tour",
        ),
      ),
    ).toEqual(["Show me a list"]);
    const [signOut] = matching(acts, "log out");
    signOut?.run?.();
    expect(left).toBe(1);
  });

  test("The screen search matches only the beginnings of words.", () => {
    const places = ["New sales report", "Sales transaction", "Résumé of sales"].map((label) => ({
      key: label,
      label,
      detail: "",
      href: "",
    }));
    expect(labels(matching(places, "sal"))).toEqual([
      "Sales transaction",
      "New sales report",
      "Résumé of sales",
    ]);
    expect(labels(matching(places, "resu sal"))).toEqual(["Résumé of sales"]);
    expect(matching(places, "ales")).toEqual([]);
  });
});

test("An ARBO in the Ctrl+K palette links to the ARBO's page.", () => {
  const hit = { id: 7, name: "A", identifier: null, arbo_name: null, place: null, found_in: null };
  const groups = recordGroups([
    { ...hit, path: "participant" },
    { ...hit, path: "arbo-masterlist" },
    { ...hit, path: "participant", id: 8 },
  ]);
  expect(groups.map(({ label, items }) => [label, items.map(({ href }) => href)])).toEqual([
    [
      "Participants",
      ["/homepage/forms/Participants?tab=all&edit=7", "/homepage/forms/Participants?tab=all&edit=8"],
    ],
    ["ARBO Masterlist", ["/homepage/arbo/7"]],
  ]);
});

test("A search result highlights the searched words regardless of accents and case.", () => {
  expect(
    partsOf("Peña-Dela, Ana", "pena ANA")
      .filter(({ marked }) => marked)
      .map(({ part }) => part),
  ).toEqual(["Peña", "Ana"]);
  for (const text of ["", "½ ﬁ Straße 👩‍🌾 Ana", "a"])
    expect(
      partsOf(text, "ana a")
        .map(({ part }) => part)
        .join(""),
    ).toBe(text);
});

describe("Keyboard shortcuts", () => {
  afterEach(() => document.body.replaceChildren());
  const pressed = (key: string, on: Element = document.body, more: KeyboardEventInit = {}) => {
    let found: string | null = null;
    const hear = (event: KeyboardEvent) => {
      found = shortcutOf(event)?.key ?? null;
    };
    window.addEventListener("keydown", hear, { once: true });
    on.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, ...more }));
    return found;
  };
  const put = (html: string) => {
    document.body.innerHTML = html;
    return document.body.firstElementChild as HTMLElement;
  };

  test("The table of shortcuts contains each key once.", () => {
    expect(new Set(shortcuts.map(({ key, ctrl }) => `${ctrl} ${key}`)).size).toBe(shortcuts.length);
  });

  test("Letter shortcuts work only outside text fields.", () => {
    expect(["/", "n", "N", "e", "?"].map((key) => pressed(key))).toEqual(["/", "n", "n", "e", "?"]);
    for (const field of [
      "<input>",
      "<textarea></textarea>",
      "<select></select>",
      '<button role="combobox"></button>',
    ])
      expect(pressed("n", put(field))).toBeNull();
    expect(pressed("n", put('<input type="checkbox">'))).toBe("n");
  });

  test("While a row's panel is open beside the list, only the letter shortcuts of the panel work.", () => {
    const { unmount } = renderHook(() => useEscape(true, () => undefined));
    expect(["n", "j", "a"].map((key) => pressed(key))).toEqual([null, null, null]);
    const panel = put("<div data-row-panel><button></button><textarea></textarea></div>");
    expect(["n", "j", "a", "e"].map((key) => pressed(key))).toEqual([null, "j", "a", "e"]);
    expect(pressed("a", panel.querySelector("textarea") ?? undefined)).toBeNull();
    const dialog = renderHook(() => useEscape(true, () => undefined));
    expect(["j", "a", "e"].map((key) => pressed(key))).toEqual([null, null, null]);
    dialog.unmount();
    panel.removeAttribute("data-row-panel");
    expect(pressed("a")).toBeNull();
    unmount();
  });

  test("Letter shortcuts work again as soon as an open dialog is closed.", () => {
    const meant: (string | null)[] = [];
    const { rerender } = renderHook(
      ({ isOpen }) => {
        useEscape(isOpen, () => undefined);
        useLayoutEffect(() => {
          meant.push(pressed("n"));
        });
      },
      { initialProps: { isOpen: true } },
    );
    rerender({ isOpen: false });
    expect(meant).toEqual([null, "n"]);
  });

  test("A letter shortcut does nothing while the user holds Ctrl, Alt or Meta.", () => {
    expect(pressed("k", put("<input>"), { ctrlKey: true })).toBe("k");
    expect(pressed("k")).toBe("k");
    for (const held of [{ ctrlKey: true }, { metaKey: true }, { altKey: true }])
      expect(pressed("n", document.body, held)).toBeNull();
  });
});
