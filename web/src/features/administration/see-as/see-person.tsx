/** Read-only "See as" preview for a user, in a drawer. */

import { useQuery } from "@tanstack/react-query";
import { Drawer } from "../../../components/overlays/dialog.tsx";
import { QueryBoundary } from "../../../records/common/query-boundary.tsx";
import classes from "./see-as.module.css";
import { seeAs } from "./see-as-api.ts";
import { SeenPanel } from "./seen-panel.tsx";

export default function SeePerson({ id, onClose }: { id: string; onClose: () => void }) {
  const seen = useQuery({
    queryKey: ["see-as", id],
    queryFn: ({ signal }) => seeAs({ user_id: id }, signal),
    staleTime: 0,
  });
  const who = seen.data?.user;
  return (
    <Drawer onClose={onClose} size="min(100vw, 58rem)" title={`See as ${who?.username ?? "…"}`}>
      <p className={classes.lead}>
        {who
          ? `${[who.name, who.roles, who.province_name, who.region_name].filter(Boolean).join(" · ")}. `
          : ""}
        This is what the user can see right now. You cannot change anything here.
      </p>
      <QueryBoundary asked={seen} loading="Loading the preview">
        {(data) => <SeenPanel seen={data} />}
      </QueryBoundary>
    </Drawer>
  );
}
