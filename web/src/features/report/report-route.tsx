/** /homepage/report/<route>: one section of the Report tab, beside the menu of all sections. */
import { getRouteApi } from "@tanstack/react-router";
import { Suspense } from "react";
import { Skeleton } from "../../components/button.tsx";
import { Page } from "../../components/page.tsx";
import { NotFound } from "../../components/problem-screens.tsx";
import { SideMenu } from "../../components/side-menu.tsx";
import { useUser } from "../../lib/user.ts";
import classes from "./report.module.css";
import { reportPart, reportSections } from "./report-parts.tsx";

const route = getRouteApi("/homepage/report/$route");

export function ReportRoute() {
  const { route: name } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const user = useUser();
  const part = reportPart(name);
  return (
    <div className={classes.area}>
      <SideMenu
        area="/homepage/report/$route"
        label="Reports"
        noun="Report"
        sections={reportSections}
        current={name}
      />
      {part ? (
        <div className={classes.content}>
          <Page title={part.label} lead={part.lead}>
            <Suspense fallback={<Skeleton height={320} />}>
              <part.Content
                key={part.route}
                user={user}
                search={search}
                onSearch={(next) => void navigate({ search: next })}
              />
            </Suspense>
          </Page>
        </div>
      ) : (
        <NotFound />
      )}
    </div>
  );
}
