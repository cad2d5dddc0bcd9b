/** "See as" for a person: the preview in a drawer. Nothing can be changed through it. */

import { useQuery } from "@tanstack/react-query";
import { Drawer } from "../../../components/dialog.tsx";
import { Library } from "../../../components/library.tsx";
import { Answer } from "../../../records/common/answer.tsx";
import form from "../../../records/form/fields/form.module.css";
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
    <Library>
      <Drawer
        opened
        onClose={onClose}
        position="right"
        size="min(100vw, 58rem)"
        title={`See as ${who?.username ?? "…"}`}
        classNames={{ title: form.drawerTitle ?? "" }}
        closeButtonProps={{ "aria-label": "Close" }}
      >
        <p className={classes.lead}>
          {who
            ? `${[who.name, who.roles, who.province_name, who.region_name].filter(Boolean).join(" · ")}. `
            : ""}
          This is what the database answers them at this moment. Nothing is changed.
        </p>
        <Answer asked={seen} loading="Asking the database">
          {(data) => <SeenPanel seen={data} />}
        </Answer>
      </Drawer>
    </Library>
  );
}
