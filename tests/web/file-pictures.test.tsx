/** Pictures of files, in the case that the links to the files can't be loaded. */
import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { Photos } from "../../web/src/features/evidence/gallery/photos.tsx";
import { queryClient } from "../../web/src/lib/http/query-client.ts";
import { writeSession } from "../../web/src/lib/secrets/stored-session.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});

test("The gallery shows the reason if the links to photos can't be loaded.", async () => {
  writeSession({ access_token: "a", refresh_token: "r", expires_at: Date.now() / 1000 + 3600 });
  let isDown = true;
  vi.stubGlobal("fetch", async (path: string) => {
    if (!path.endsWith("/links")) return new Response(JSON.stringify({ supabaseUrl: "", anonKey: "" }));
    const message = "Storage does not answer.";
    return isDown
      ? new Response(JSON.stringify({ status: "error", message, details: [] }), { status: 500 })
      : new Response(JSON.stringify({ status: "success", data: [] }));
  });
  render(
    <QueryClientProvider client={queryClient}>
      <Photos
        rows={[{ id: 1, row_version: 1, caption: "Before" }]}
        path="form11-geotag"
        onOpen={() => undefined}
      />
    </QueryClientProvider>,
  );
  expect((await screen.findByRole("alert")).textContent).toContain("Storage does not answer.");
  isDown = false;
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
});
