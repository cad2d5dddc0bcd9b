/** The dashboard: the last days for entering data, the work queues, and the main figures with their map. */
import { getRouteApi } from "@tanstack/react-router";
import { lazy, type ReactNode, Suspense } from "react";
import type { Chart } from "#shared/charts/figures/types.ts";
import { Skeleton } from "../../components/button.tsx";
import { mayOpen } from "../../lib/guards.ts";
import { useDocumentTitle } from "../../lib/hooks/use-document-title.ts";
import { loadChunk } from "../../lib/http/load-chunk.ts";
import { useUser } from "../../lib/user.ts";
import { keysOf, prefixOfUser } from "../../records/form/drafts/draft-keys.ts";
import { Board } from "../charts/board.tsx";
import type { Chosen } from "../charts/figures/filters.ts";
import { Near } from "../charts/near.tsx";
import classes from "./dashboard.module.css";
import { FiguresByYear } from "./figures-by-year.tsx";
import { LastDays } from "./last-days.tsx";
import { WorkQueues } from "./work-queues.tsx";

const DraftLine = lazy(() => loadChunk(() => import("./draft-line.tsx")));
const PinnedExplorations = lazy(() => loadChunk(() => import("../explore/pinned.tsx")));
const ProvinceMap = lazy(() => loadChunk(() => import("../charts/map/province-map.tsx")));

const route = getRouteApi("/homepage/dashboard");
const none = {};
/** Height reserved for the map until it has loaded, in pixels. */
const mapHeight = 420;

export function Dashboard() {
  const user = useUser();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const title = `Welcome, ${user.name ?? user.username}`;
  useDocumentTitle(title);
  const place = [user.province_name, user.region_name].filter(Boolean).join(", ");
  return (
    <div className={classes.page}>
      <div className={classes.head}>
        <h1>{title}</h1>
        <p className={classes.lead}>{place && `${place}. `}The figures cover the records in your scope.</p>
        {keysOf(prefixOfUser(user)).length > 0 && (
          <Suspense fallback={<p className={classes.draft} />}>
            <DraftLine user={user} />
          </Suspense>
        )}
      </div>
      <div className={classes.sides}>
        <div className={classes.aside}>
          <LastDays windows={user.access.windows} />
          {mayOpen(user, "forms") && <WorkQueues user={user} />}
        </div>
        <section className={classes.figures} aria-labelledby="figures-title">
          <h2 id="figures-title" className="visually-hidden">
            Figures
          </h2>
          <Board
            name="main-dashboard"
            title="Dashboard"
            user={user}
            search={search}
            onSearch={(next) => void navigate({ search: next })}
            drawingOf={(chart) => drawingOf(chart, search.where ?? none)}
          />
          {(mayOpen(user, "report") || mayOpen(user, "forms")) && (
            <Suspense fallback={null}>
              <PinnedExplorations user={user} />
            </Suspense>
          )}
        </section>
      </div>
    </div>
  );
}

/**
 * Returns the custom drawing of a chart: the map for charts of provinces, and the figures by year for the main chart.
 */
function drawingOf(chart: Chart, chosen: Chosen): ReactNode | undefined {
  if (chart.groups.some(({ province_name }) => province_name !== undefined))
    return (
      <Near heightIn={() => mapHeight}>
        {() => (
          <Suspense fallback={<Skeleton height={mapHeight} />}>
            <ProvinceMap chart={chart} />
          </Suspense>
        )}
      </Near>
    );
  return chart.key === "done" ? <FiguresByYear chart={chart} chosen={chosen} /> : undefined;
}
