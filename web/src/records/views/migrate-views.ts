/**
 * Moves saved views from this browser to the server. Older versions of the app stored the views in the browser. Each
 * view is saved once as the user's own and then removed from the browser. A view that cannot be saved stays for the
 * next attempt.
 */
import type { BodyOf } from "#shared/contracts/index.ts";
import { ApiProblem } from "../../lib/http/problem.ts";
import { type View, viewsKey } from "../grid/view-state.ts";
import { storedView, type ViewSearch } from "./stored-view.ts";

/** A saved view in the format of the browser's local storage. */
interface FormerView extends View {
  name: string;
  search: ViewSearch;
}

type Save = (view: BodyOf<"PUT /api/saved-views/save">) => Promise<unknown>;

/** Maximum number of names to try if the name is already taken. */
const tries = 9;

/** @param save Stores a view on the server. If storing a view fails, the view stays in the browser. */
export async function migrateSavedViews(screen: string, save: Save): Promise<void> {
  if (former(screen).length === 0) return;
  // Without this lock, two open windows of the browser would store each view twice.
  await withLock(`saved views of ${screen}`, async () => {
    for (const view of former(screen)) {
      try {
        await storeUnder(screen, view, save);
      } catch {
        continue;
      }
      storeFormer(
        screen,
        former(screen).filter(({ name }) => name !== view.name),
      );
    }
  });
}

async function storeUnder(screen: string, former: FormerView, save: Save): Promise<void> {
  const { name, search, density, columns } = former;
  const view = storedView({ density, columns }, search);
  for (let number = 1; ; number++) {
    const end = number === 1 ? "" : ` (${number})`;
    try {
      await save({ screen, name: name.slice(0, 80 - end.length) + end, shared_with: "me", view });
      return;
    } catch (problem) {
      const taken = problem instanceof ApiProblem && problem.status === 409;
      if (!taken || number === tries) throw problem;
    }
  }
}

const withLock = (name: string, work: () => Promise<void>): Promise<void> =>
  "locks" in navigator ? navigator.locks.request(name, work) : work();

function former(screen: string): FormerView[] {
  const { saved } = stored(screen);
  return Array.isArray(saved) ? saved : [];
}

function storeFormer(screen: string, saved: readonly FormerView[]): void {
  const { saved: _, ...rest } = stored(screen);
  localStorage.setItem(viewsKey(screen), JSON.stringify(saved.length > 0 ? { ...rest, saved } : rest));
}

function stored(screen: string): { saved?: FormerView[] } {
  try {
    return JSON.parse(localStorage.getItem(viewsKey(screen)) ?? "null") ?? {};
  } catch {
    return {};
  }
}
