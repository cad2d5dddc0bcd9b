/** /homepage/report/explore: asks any question about the rows of a record type. The whole question is in the URL. */
import { getRouteApi } from "@tanstack/react-router";
import { SideMenu } from "../../components/side-menu.tsx";
import { mayOpen } from "../../lib/guards.ts";
import { useDocumentTitle } from "../../lib/use-document-title.ts";
import { useUser } from "../../lib/user.ts";
import { reportSections } from "../report/report-parts.tsx";
import classes from "./explore.module.css";
import { ExploreScreen } from "./explore-screen.tsx";

const route = getRouteApi("/homepage/report/explore");

export function ExploreRoute() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const user = useUser();
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
      <ExploreScreen user={user} search={search} onSearch={(next) => void navigate({ search: next })} />
    </div>
  );
}
