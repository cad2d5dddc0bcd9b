/** The dashboard: the two reporting windows, the work that waits, and the main figures with their map. */
import { getRouteApi } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { Skeleton } from "../../components/button.tsx";
import classes from "../../components/feature.module.css";
import { Page } from "../../components/page.tsx";
import type { ReportingWindow } from "../../lib/current-user.ts";
import { mayOpen } from "../../lib/guards.ts";
import { loadChunk } from "../../lib/http/load-chunk.ts";
import { describeWindow } from "../../lib/reporting-window.ts";
import { useUser } from "../../lib/user.ts";
import { Board } from "../charts/board.tsx";
import { WorkQueues } from "./work-queues.tsx";

const ProvinceMap = lazy(() => loadChunk(() => import("../charts/province-map.tsx")));

const route = getRouteApi("/homepage/dashboard");
const none = {};

export function Dashboard() {
  const user = useUser();
  const { where } = route.useSearch();
  const navigate = route.useNavigate();
  const place = [user.province_name, user.region_name].filter(Boolean).join(", ");
  return (
    <Page
      title={`Welcome, ${user.name ?? user.username}`}
      lead={`${user.roles ?? "No role"}${place ? ` · ${place}` : ""}. The figures below cover the records in your scope.`}
    >
      <div className={classes.windows}>
        <WindowCard name="Target" window={user.access.windows.target} />
        <WindowCard name="Accomplishment" window={user.access.windows.accomplishment} />
      </div>
      {mayOpen(user, "forms") && <WorkQueues mayReport={mayOpen(user, "report")} />}
      <h2>Figures</h2>
      <Board
        name="main-dashboard"
        user={user}
        chosen={where ?? none}
        onChosen={(next) => void navigate({ search: { where: next } })}
        drawingOf={(chart) =>
          chart.groups.some(({ province_name }) => province_name !== undefined) ? (
            <Suspense fallback={<Skeleton height={420} />}>
              <ProvinceMap chart={chart} />
            </Suspense>
          ) : undefined
        }
      />
    </Page>
  );
}

function WindowCard({ name, window }: { name: string; window: ReportingWindow }) {
  const { days, label, open, sentence } = describeWindow(window);
  return (
    <section className={classes.window} data-closed={!open || undefined} aria-label={`${name} window`}>
      <p>{name}</p>
      <p>
        <strong>{days}</strong> {label} left
      </p>
      <p>{sentence}</p>
    </section>
  );
}
