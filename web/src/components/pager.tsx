/** Paging of a table: page sizes 5, 10, 20 and 50 (spec section 9), where one is, and the way to other pages. */
import {
  IconChevronLeft,
  IconChevronLeftPipe,
  IconChevronRight,
  IconChevronRightPipe,
} from "@tabler/icons-react";
import { type ReactNode, useEffect, useId } from "react";
import { count, totalText } from "../lib/format.ts";
import { pageSizes } from "../lib/page-sizes.ts";
import { ActButton } from "./act-button.tsx";
import classes from "./pager.module.css";

interface Props {
  /** Tells it from the pager of the list that it stands over. */
  label?: string;
  page: number;
  size: number;
  /** Undefined while nobody knows. */
  total: number | undefined;
  /** There are more rows than `total`. */
  capped?: boolean;
  /** The total is the answer for this page, not one that stands until it comes: a page after the last is left then. */
  settled?: boolean;
  /** `instead`: the page before is none that anybody goes back to. */
  onPage: (page: number, instead?: boolean) => void;
  /** Where the size of a page can be chosen. */
  onSize?: (size: number) => void;
  /** What stands between the number of rows and the way to other pages. */
  children?: ReactNode;
}

export function Pager({
  label = "Pages",
  page,
  size,
  total,
  capped,
  settled,
  onPage,
  onSize,
  children,
}: Props) {
  const id = useId();
  const known = total ?? 0;
  const range = `${count((page - 1) * size + 1)}–${count(Math.min(known, page * size))} of ${totalText(known, capped)}`;
  const pages = Math.max(1, Math.ceil(known / size));
  // The last row of the last page has been approved or deleted, or the address is an old one.
  const beyond = settled && !capped && page > pages;
  useEffect(() => {
    if (beyond) onPage(pages, true);
  });
  const back = page > 1 ? null : "This is the first page.";
  const on = capped || page < pages ? null : "This is the last page.";
  return (
    <nav className={classes.pager} aria-label={label}>
      {onSize && (
        <>
          <label htmlFor={id}>Rows per page</label>
          <select id={id} value={size} onChange={(event) => onSize(Number(event.currentTarget.value))}>
            {pageSizes.map((option) => (
              <option key={option} value={option}>
                {option}
              </option>
            ))}
          </select>
        </>
      )}
      <span className={classes.range} aria-live="polite">
        {total === undefined ? "Loading…" : total === 0 ? "No rows" : range}
      </span>
      {children}
      <span className={classes.steps}>
        <ActButton label="First page" reason={back} onAct={() => onPage(1)}>
          <IconChevronLeftPipe size={18} />
        </ActButton>
        <ActButton label="Previous page" reason={back} onAct={() => onPage(page - 1)}>
          <IconChevronLeft size={18} />
        </ActButton>
        <span>
          Page {count(page)} of {total === undefined ? "…" : totalText(pages, capped)}
        </span>
        <ActButton label="Next page" reason={on} onAct={() => onPage(page + 1)}>
          <IconChevronRight size={18} />
        </ActButton>
        <ActButton label="Last page" reason={on} onAct={() => onPage(pages)}>
          <IconChevronRightPipe size={18} />
        </ActButton>
      </span>
    </nav>
  );
}
