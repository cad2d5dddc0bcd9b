/** /homepage/report/explore: runs queries about the rows of a record type. The URL contains the whole query. */
import { getRouteApi } from "@tanstack/react-router";
import { SideMenu } from "../../components/side-menu.tsx";
import { mayOpen } from "../../lib/guards.ts";
import { useDocumentTitle } from "../../lib/hooks/use-document-title.ts";
import { useStableCallback } from "../../lib/hooks/use-stable-callback.ts";
import { useUser } from "../../lib/user.ts";
import { reportSections } from "../report/report-parts.tsx";
import classes from "./common/explore.module.css";
import { type ExploreSearch, readExploreSearch } from "./common/explore-search.ts";
import { ExploreScreen } from "./explore-screen.tsx";

const route = getRouteApi("/homepage/report/explore");

export function ExploreRoute() {
  const search = readExploreSearch({ ...route.useSearch() });
  const navigate = route.useNavigate();
  const user = useUser();
  const change = useStableCallback(
    (next: ExploreSearch, replace?: boolean) => void navigate({ search: next, replace: replace ?? false }),
  );
  useDocumentTitle("Explore");
  return (
    <div className={classes.area}>
      {mayOpen(user, "report") && (
        <SideMenu
          area="/homepage/report/$route"
          label="Reports"
          noun="Report"
          sections={reportSections}
          current="explore"
        />
      )}
      <ExploreScreen user={user} search={search} onSearch={change} />
    </div>
  );
}
