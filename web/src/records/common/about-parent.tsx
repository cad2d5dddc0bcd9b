/** Links from the page of a parent, such as an ARBO, to the lists of the parent's rows or to a single row. */
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { screenByRoute } from "./record-screens.ts";
import type { RecordSearch } from "./record-search.ts";

type About = NonNullable<RecordSearch["about"]>;

/**
 * Returns the filter that limits a list to the rows of one parent. The user can see and remove this filter in the list.
 */
export function parentListFilter(route: string, id: number, more: About = {}): About {
  const { parentName, fixed } = screenByRoute(route) ?? {};
  const parent = parentName === undefined ? {} : { [parentName]: String(id) };
  return { ...parent, ...(fixed as About | undefined), ...more };
}

interface ListLinkProps {
  route: string;
  /** Id of the parent row. */
  parent: number;
  /** Additional filters of the list. */
  about?: About | undefined;
  search?: Omit<RecordSearch, "about">;
  children: ReactNode;
}

export function ListLink({ route, parent, about, search, children }: ListLinkProps) {
  return (
    <Link
      to="/homepage/forms/$route"
      params={{ route }}
      search={{ ...search, about: parentListFilter(route, parent, about) }}
    >
      {children}
    </Link>
  );
}

/** Link to the list of the parent's rows. The list opens with the form of one row. */
export function RowLink(props: { route: string; parent: number; id: number; children: ReactNode }) {
  const { id, ...rest } = props;
  return <ListLink {...rest} search={{ edit: id }} />;
}
