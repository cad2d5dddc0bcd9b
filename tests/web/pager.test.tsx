/** Paging of a table: the pages that are there, and what becomes of one that is gone. */
import { render } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { Pager } from "../../web/src/components/pager.tsx";

function shown(props: Partial<Parameters<typeof Pager>[0]>) {
  const onPage = vi.fn();
  render(<Pager page={3} size={20} total={41} settled onPage={onPage} onSize={() => undefined} {...props} />);
  return onPage;
}

test("a page after the last leads to the last one, in its place", () => {
  expect(shown({ total: 40 })).toHaveBeenCalledWith(2, true);
  expect(shown({ total: 0 })).toHaveBeenCalledWith(1, true);
});

test("a page that is there stays", () => {
  expect(shown({})).not.toHaveBeenCalled();
});

test("nothing is left before the answer of this page is there, nor where the rows are not all counted", () => {
  expect(shown({ total: 0, settled: false })).not.toHaveBeenCalled();
  expect(shown({ total: 20, capped: true })).not.toHaveBeenCalled();
});
