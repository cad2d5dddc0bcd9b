/** The screens explain or hide the parts of the administration that a regional administrator can't use. */
import { QueryClientProvider } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from "@tanstack/react-router";
import { render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, test } from "vitest";
import { reportSchedules } from "#shared/records/administration/report-schedules.ts";
import { uac } from "#shared/records/administration/uac.ts";
import SeeAsDraft from "../../web/src/features/administration/see-as/see-as-draft.tsx";
import { slotsOf } from "../../web/src/features/administration/slots.tsx";
import { queryClient } from "../../web/src/lib/http/query-client.ts";
import RowMenu from "../../web/src/records/edit/row-menu.tsx";
import { person, region } from "./people.ts";

const administrator = (scope: "region" | "all") =>
  person(scope === "all" ? "Central" : "Regional", {
    routes: ["users"],
    reference: {
      report_schedules: { route: "users", keeps: scope },
      uac: { route: "users", keeps: scope === "all" ? "all" : "nothing" },
    },
  });

const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() });

const shown = (part: ReactNode) =>
  render(
    <RouterContextProvider router={router}>
      <QueryClientProvider client={queryClient}>{part}</QueryClientProvider>
    </RouterContextProvider>,
  );

function closeItem(scheduleRegion: string | null) {
  const row = {
    ...{ id: 1, row_version: 1, form: "target", status: "OnGoing", region_name: scheduleRegion },
    ...{ start_date: "2026-01-01", end_date: "2026-12-31" },
  };
  const view = shown(
    <RowMenu
      record={reportSchedules}
      user={administrator("region")}
      slots={slotsOf("ReportSchedules")}
      row={row}
      handlers={{} as never}
      at={{ x: 0, y: 0 }}
      onClose={() => undefined}
    />,
  );
  const item = screen.getByRole("menuitem", { name: /^Close this schedule/ });
  view.unmount();
  return item;
}

test("A regional administrator can close a schedule of their own region.", () => {
  expect(closeItem(region).getAttribute("aria-disabled")).toBeNull();
  const nationwide = closeItem(null);
  expect(nationwide.getAttribute("aria-disabled")).toBe("true");
  expect(nationwide.textContent).toContain("schedules of your own region only");
});

test('Only administrators who can add roles get the button "See as this role".', () => {
  const preview = (scope: "region" | "all") =>
    shown(<SeeAsDraft record={uac} user={administrator(scope)} row={null} values={{}} />);
  const others = preview("region");
  expect(screen.queryByRole("button", { name: "See as this role" })).toBeNull();
  others.unmount();
  preview("all");
  expect(screen.getByRole("button", { name: "See as this role" })).toBeDefined();
});
