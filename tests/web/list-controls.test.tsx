/** Search and paging of a list: each changes the address, and begins anew where the rows would be others. */
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { RecordSearch } from "../../web/src/records/common/record-search.ts";
import { ListPager, ListSearch } from "../../web/src/records/list/list-controls.tsx";

const search: RecordSearch = { page: 3, q: "rice", where: { region_name: "CAR" } };
const others = { q: "rice", where: { region_name: "CAR" } };

function paged(total: number, found: { isPlaceholderData?: boolean } = {}) {
  const onSearch = vi.fn();
  const asked = { data: { total }, isSuccess: true, isPlaceholderData: false, ...found };
  render(<ListPager search={search} onSearch={onSearch} found={asked} />);
  return onSearch;
}

test("another page and another size keep the rest of the address; the first page and the usual size are not in it", () => {
  const onSearch = paged(100);
  fireEvent.click(screen.getByRole("button", { name: "Next page" }));
  expect(onSearch).toHaveBeenLastCalledWith({ ...others, page: 4 }, undefined);
  fireEvent.click(screen.getByRole("button", { name: "First page" }));
  expect(onSearch).toHaveBeenLastCalledWith(others, undefined);
  const size = screen.getByLabelText("Rows per page");
  fireEvent.change(size, { target: { value: "50" } });
  expect(onSearch).toHaveBeenLastCalledWith({ ...others, size: 50 });
  fireEvent.change(size, { target: { value: "20" } });
  expect(onSearch).toHaveBeenLastCalledWith(others);
});

test("a page after the last is left for the last, but not for a total that stands until the answer comes", () => {
  expect(paged(21)).toHaveBeenCalledExactlyOnceWith({ ...others, page: 2 }, true);
  expect(paged(21, { isPlaceholderData: true })).not.toHaveBeenCalled();
});

test("a search begins at the first page, and replaces the address that it came from", async () => {
  const onSearch = vi.fn();
  render(<ListSearch search={search} onSearch={onSearch} noun="rows" />);
  const box = screen.getByRole("searchbox", { name: "Search in all values of the rows" });
  fireEvent.change(box, { target: { value: "corn" } });
  await waitFor(() => expect(onSearch).toHaveBeenLastCalledWith({ ...others, q: "corn" }, true));
  fireEvent.change(box, { target: { value: "" } });
  await waitFor(() => expect(onSearch).toHaveBeenLastCalledWith({ where: others.where }, true));
});
