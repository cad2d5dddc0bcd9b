/** Links from the page of an ARBO: into a list narrowed to it, and to one row in its screen. */
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { screenByRoute } from "./record-screens.ts";
import type { RecordSearch } from "./record-search.ts";

type About = NonNullable<RecordSearch["about"]>;

/** The rows of a screen that are the ARBO's: a list that says so, and that one can leave for the whole list. */
export const aboutArbo = (route: string, arbo: number, more: About = {}): About => ({
  arbo: String(arbo),
  ...(screenByRoute(route)?.fixed as About | undefined),
  ...more,
});

interface ListLinkProps {
  route: string;
  arbo: number;
  /** Further fields that the rows share. */
  about?: About | undefined;
  search?: Omit<RecordSearch, "about">;
  children: ReactNode;
}

export function ListLink({ route, arbo, about, search, children }: ListLinkProps) {
  return (
    <Link
      to="/homepage/forms/$route"
      params={{ route }}
      search={{ ...search, about: aboutArbo(route, arbo, about) }}
    >
      {children}
    </Link>
  );
}

/** One row, open in its screen over the list of the ARBO's rows. */
export function RowLink(props: { route: string; arbo: number; id: number; children: ReactNode }) {
  const { id, ...rest } = props;
  return <ListLink {...rest} search={{ edit: id }} />;
}
