/**
 * Actions and help answers that the command palette (Ctrl+K) offers on every screen, with synonyms that users may type.
 */
import { helpAnswers } from "../../features/help/answers.ts";
import { tourLinks } from "../../features/tour/tour-links.ts";
import { chooseColorScheme, currentColorScheme } from "../../lib/color-scheme.ts";
import type { CurrentUser } from "../../lib/current-user.ts";
import type { Place } from "./places.ts";

/** Returns the actions that every user may run, and the available tours. `leave` signs the user out. */
export function generalActs(user: CurrentUser, leave: () => void): Place[] {
  const next = currentColorScheme() === "dark" ? "light" : "dark";
  return [
    {
      key: "help",
      label: "Help",
      detail: "Your year in this system",
      href: "/homepage/help",
      words: ["how to", "guide", "manual", "support", "tutorial"],
    },
    ...tourLinks(user).map(({ key, label, href }) => ({
      key: `tour ${key}`,
      label,
      detail: "Tour, step by step",
      href,
      words: ["tour", "how do i", "introduction", "first steps", "learn", "guide"],
    })),
    ...helpAnswers.map(({ key, title, words }) => ({
      key: `help ${key}`,
      label: title,
      detail: "Help",
      href: `/homepage/help#${key}`,
      words,
    })),
    {
      key: "password",
      label: "Change my password",
      detail: "Profile",
      href: "/homepage/profile#password",
      words: ["login", "account", "security"],
    },
    {
      key: "scheme",
      label: `Switch to ${next} mode`,
      detail: "Colours of all screens",
      href: "",
      run: () => chooseColorScheme(next),
      words: ["dark mode", "light mode", "night", "theme", "colours", "contrast"],
    },
    {
      key: "sign out",
      label: "Sign out",
      detail: "Ends your session in this browser",
      href: "",
      run: leave,
      words: ["log out", "logout", "leave", "exit"],
    },
  ];
}
