/** Paging of a table: existing pages, and pages that no longer exist. */
import { render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { Pager } from "../../web/src/components/pager.tsx";

function shown(props: Partial<Parameters<typeof Pager>[0]>) {
  const onPage = vi.fn();
  render(<Pager page={3} size={20} total={41} settled onPage={onPage} onSize={() => undefined} {...props} />);
  return onPage;
}

test("The pager opens the last page if the current page is beyond it.", () => {
  expect(shown({ total: 40 })).toHaveBeenCalledWith(2, true);
  expect(shown({ total: 0 })).toHaveBeenCalledWith(1, true);
});

test("If the current page has rows, the pager stays on this page.", () => {
  expect(shown({})).not.toHaveBeenCalled();
});

test("While a page is loading, the pager stays on this page even if it is empty.", () => {
  expect(shown({ total: 0, settled: false })).not.toHaveBeenCalled();
  expect(shown({ total: 20, capped: true })).not.toHaveBeenCalled();
});

test("A pager without a choice of page sizes is hidden if all rows fit on one page.", () => {
  shown({ page: 1, total: 20, onSize: undefined });
  expect(screen.queryByRole("navigation")).toBeNull();
  expect(shown({ page: 2, total: 20, onSize: undefined })).toHaveBeenCalledWith(1, true);
  expect(screen.getByRole("navigation")).toBeDefined();
});
