/**
 * Explore queries that are pinned to the dashboard, each on a card. A card runs its query when the user scrolls near
 * it.
 */

import { Link } from "@tanstack/react-router";
import { exploreScreen } from "#shared/explore/screen.ts";
import { Skeleton } from "../../components/button.tsx";
import { later } from "../../components/later.tsx";
import { WhenNear } from "../../components/when-near.tsx";
import type { CurrentUser } from "../../lib/current-user.ts";
import { useSavedViews } from "../../records/views/saved-views.ts";
import classes from "./common/explore.module.css";

/** Height in pixels that is reserved for a card until its result is shown. */
const height = 340;

// Load the cards lazily, because they need the code of all record types. Dashboards without pinned queries don't need
// this code.
const PinnedCard = later(() => import("./pinned-card.tsx"), <Skeleton height={height} />);

export default function PinnedExplorations({ user }: { user: CurrentUser }) {
  const { data } = useSavedViews(exploreScreen);
  const pinned = data?.filter((saved) => saved.pinned) ?? [];
  if (pinned.length === 0) return null;
  return (
    <section className={classes.pinned} aria-labelledby="pinned-title">
      <h2 id="pinned-title">Pinned questions</h2>
      <div className={classes.cards}>
        {pinned.map((saved) => (
          <section key={saved.id} className={classes.card} aria-labelledby={`pinned-${saved.id}`}>
            <header className={classes.head}>
              <h3 id={`pinned-${saved.id}`}>{saved.name}</h3>
              <Link
                to="/homepage/report/explore"
                search={{ saved: saved.id }}
                aria-label={`Explore ${saved.name}`}
              >
                Explore
              </Link>
            </header>
            <WhenNear heightIn={() => height}>
              {() => <PinnedCard saved={saved} user={user} height={height} />}
            </WhenNear>
          </section>
        ))}
      </div>
    </section>
  );
}
