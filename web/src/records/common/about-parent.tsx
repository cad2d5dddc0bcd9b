/** Links from the page of a parent: into a list narrowed to it, and to one row in its screen. */
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { screenByRoute } from "./record-screens.ts";
import type { RecordSearch } from "./record-search.ts";

type About = NonNullable<RecordSearch["about"]>;

/** The rows of a screen that are the parent's: a list that says so, and that one can leave for the whole list. */
export function aboutParent(route: string, id: number, more: About = {}): About {
  const { parentName, fixed } = screenByRoute(route) ?? {};
  const parent = parentName === undefined ? {} : { [parentName]: String(id) };
  return { ...parent, ...(fixed as About | undefined), ...more };
}

interface ListLinkProps {
  route: string;
  /** The id of its row. */
  parent: number;
  /** Further fields that the rows share. */
  about?: About | undefined;
  search?: Omit<RecordSearch, "about">;
  children: ReactNode;
}

export function ListLink({ route, parent, about, search, children }: ListLinkProps) {
  return (
    <Link
      to="/homepage/forms/$route"
      params={{ route }}
      search={{ ...search, about: aboutParent(route, parent, about) }}
    >
      {children}
    </Link>
  );
}

/** One row, open in its screen over the list of the parent's rows. */
export function RowLink(props: { route: string; parent: number; id: number; children: ReactNode }) {
  const { id, ...rest } = props;
  return <ListLink {...rest} search={{ edit: id }} />;
}
