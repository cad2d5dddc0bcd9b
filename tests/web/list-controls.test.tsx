/** Search and paging of a list. Both change the URL, and a new search or page size returns to the first page. */
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { RecordSearch } from "../../web/src/records/common/record-search.ts";
import { ListPager, ListSearch } from "../../web/src/records/list/list-controls.tsx";

const search: RecordSearch = { page: 3, q: "rice", where: { region_name: "CAR" } };
const others = { q: "rice", where: { region_name: "CAR" } };

function paged(total: number, found: { isPlaceholderData?: boolean } = {}) {
  const onSearch = vi.fn();
  const asked = { data: { total }, isSuccess: true, isError: false, isPlaceholderData: false, ...found };
  render(<ListPager search={search} onSearch={onSearch} found={asked} />);
  return onSearch;
}

test("The URL keeps a list's search and filters when the user changes the page.", () => {
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

test("A list opens its last page if the page number in the URL is too high.", () => {
  expect(paged(21)).toHaveBeenCalledExactlyOnceWith({ ...others, page: 2 }, true);
  expect(paged(21, { isPlaceholderData: true })).not.toHaveBeenCalled();
});

test("A list shows its first page after a search.", async () => {
  const onSearch = vi.fn();
  render(<ListSearch search={search} onSearch={onSearch} noun="rows" />);
  const box = screen.getByRole("searchbox", { name: "Search in all values of the rows" });
  fireEvent.change(box, { target: { value: "corn" } });
  await waitFor(() => expect(onSearch).toHaveBeenLastCalledWith({ ...others, q: "corn" }, true));
  fireEvent.change(box, { target: { value: "" } });
  await waitFor(() => expect(onSearch).toHaveBeenLastCalledWith({ where: others.where }, true));
});
