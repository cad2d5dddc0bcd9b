/** One screen in the preview "See as": its number of rows, in total and per office. */
import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import type { SeenScreen } from "../../web/src/features/administration/see-as/see-as-api.ts";
import { SeenScreenRow } from "../../web/src/features/administration/see-as/seen-screen.tsx";

function details(rows: SeenScreen["rows"]) {
  const seen: SeenScreen = {
    ...{ section: "Lists", route: "Commodity", label: "Commodities", shown: true, why: null },
    ...{ columns: { shown: 4, hidden: [] }, actions: [], rows },
  } as unknown as SeenScreen;
  const { unmount } = render(
    <table>
      <tbody>
        <SeenScreenRow screen={seen} open onOpen={() => undefined} />
      </tbody>
    </table>,
  );
  const text = screen.getAllByRole("listitem").at(-1)?.textContent;
  unmount();
  return text;
}

test('The preview "See as" shows how many of the visible rows belong to each office.', () => {
  expect(details({ total: 0, offices: [] })).toBe("No rows.");
  expect(details({ total: 24, offices: [] })).toBe("24 rows, which belong to no office.");
  expect(details({ total: 1, offices: [] })).toBe("1 row, which belongs to no office.");
  expect(details({ total: 3, offices: [{ office: "Region III / Tarlac", count: 3 }] })).toBe(
    "Rows by office: Region III, Tarlac 3",
  );
});
