/** Saved views of a screen on the server: list, save, change and remove. */
import { useQuery } from "@tanstack/react-query";
import type { BodyOf } from "#shared/contracts/index.ts";
import type { SavedView } from "#shared/contracts/record-lists.ts";
import { call } from "../../lib/http/http.ts";
import { queryClient } from "../../lib/http/query-client.ts";
import { notify, notifyWithUndo } from "../../lib/notify.ts";
import { screenAddress } from "../common/record-screens.ts";

export type Sharing = SavedView["shared_with"];

const key = (screen: string) => ["saved views", screen];

/** Fetches the views that the user may open. */
export const useSavedViews = (screen: string) =>
  useQuery({
    queryKey: key(screen),
    meta: { offline: "list" },
    queryFn: async ({ signal }) => (await call("POST /api/saved-views", { screen }, { signal })).data,
  });

/**
 * Fetches one view with its settings.
 * @throws ApiProblem if the view is not shared with the user or no longer exists.
 */
export const readView = async (id: number, signal?: AbortSignal) =>
  (await call("POST /api/saved-views/open", { id }, { signal })).data;

export const useSavedView = (id: number, wanted: boolean) =>
  useQuery({
    queryKey: ["saved view", id],
    queryFn: ({ signal }) => readView(id, signal),
    enabled: wanted,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });

const changed = (screen: string) => queryClient.invalidateQueries({ queryKey: key(screen) });

/**
 * Saves a view.
 * @throws ApiProblem if the name is taken, the user has too many views, or may not share the view this way.
 */
export async function addView(view: BodyOf<"PUT /api/saved-views/save">): Promise<SavedView> {
  const { data } = await call("PUT /api/saved-views/save", view);
  void changed(data.screen);
  return data;
}

/**
 * Changes a view.
 * @throws ApiProblem for the same reasons as `addView`, or if the view belongs to another user.
 */
export async function changeView(change: BodyOf<"PUT /api/saved-views/change">): Promise<SavedView> {
  const { data } = await call("PUT /api/saved-views/change", change);
  void changed(data.screen);
  return data;
}

/**
 * Removes a view and offers Undo.
 * @throws ApiProblem if the user may not remove the view, or if it no longer exists.
 */
export async function removeView({ id, screen }: SavedView): Promise<void> {
  const { name, shared_with, view } = (await call("DELETE /api/saved-views/delete", { id })).data;
  void changed(screen);
  notifyWithUndo({ tone: "info", message: `The view "${name}" was removed.` }, async () => {
    await addView({ screen, name, shared_with, view });
    return { tone: "success", message: `The view "${name}" was restored with a new link.` };
  });
}

export const copyViewLink = ({ id, screen }: SavedView): Promise<void> =>
  copyLink(screenAddress(screen, { saved: id }));

/** Copies the link to a view, or shows it if the browser has no access to the clipboard. */
export async function copyLink(path: string): Promise<void> {
  const address = `${window.location.origin}${path}`;
  try {
    await navigator.clipboard.writeText(address);
    notify({ tone: "success", message: "Link copied. It works for everyone the view is shared with." });
  } catch {
    notify({ tone: "info", message: address });
  }
}
