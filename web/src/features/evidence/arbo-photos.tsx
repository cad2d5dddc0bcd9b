/** Photos of the support that an ARBO received, on a map and by day, with links to their lists. */
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { ParentPage } from "#shared/records/parent-page.ts";
import { Skeleton } from "../../components/button.tsx";
import { count } from "../../lib/format.ts";
import { api } from "../../lib/http/api.ts";
import { messageOf } from "../../lib/http/problem.ts";
import { ListLink, parentListFilter } from "../../records/common/about-parent.tsx";
import { readPoints } from "./common/evidence-api.ts";
import classes from "./gallery/gallery.module.css";
import { Photos } from "./gallery/photos.tsx";
import { PointsMap } from "./map/points-map.tsx";
import { type EvidenceScreen, evidenceScreens } from "./upload/evidence-screens.ts";

const most = 12;

export default function ArboPhotos({ page }: { page: ParentPage }) {
  return evidenceScreens.map((proof) => <OfScreen key={proof.screen.route} page={page} proof={proof} />);
}

function OfScreen({ page, proof: { screen } }: { page: ParentPage; proof: EvidenceScreen }) {
  const navigate = useNavigate();
  const body = {
    arbo: String(page.id),
    page: 1,
    page_size: most,
    sort: [{ field: "taken_at", dir: "desc" as const }],
  };
  const rows = useQuery({
    queryKey: ["records", screen.path, "of", body],
    queryFn: ({ signal }) => api.list(screen.path, body, signal),
  });
  const points = useQuery({
    queryKey: ["records", screen.path, "points", { arbo: body.arbo }],
    queryFn: ({ signal }) => readPoints(screen.path, { arbo: body.arbo }, signal),
  });
  const problem = rows.error ?? points.error;
  if (problem) return <p role="alert">{messageOf(problem)}</p>;
  if (!rows.data || !points.data) return <Skeleton height={160} />;
  const { total } = rows.data;
  if (total === 0) return <p>No photos yet.</p>;
  const open = (id: number) =>
    void navigate({
      to: "/homepage/forms/$route",
      params: { route: screen.route },
      search: { edit: id, about: parentListFilter(screen.route, page.id) },
    });
  return (
    <>
      <p className={classes.links}>
        <ListLink route={screen.route} parent={page.id}>
          {count(total)} {total === 1 ? screen.noun.one : screen.noun.many}
        </ListLink>
        <ListLink route={screen.route} parent={page.id} search={{ view: "map" }}>
          On the map
        </ListLink>
        <ListLink route={screen.route} parent={page.id} search={{ view: "gallery" }}>
          All in the gallery
        </ListLink>
      </p>
      <div className={classes.arboMap}>
        <PointsMap points={points.data} onChoose={([id]) => id !== undefined && open(id)} />
      </div>
      <Photos rows={[...rows.data.data].reverse()} path={screen.path} onOpen={open} />
      {total > most && <p className={classes.tag}>Showing the newest {most}.</p>}
    </>
  );
}
