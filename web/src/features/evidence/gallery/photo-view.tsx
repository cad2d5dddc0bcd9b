/** One photo: its picture and details, with links to the file and to the photo's form. */
import { useQuery } from "@tanstack/react-query";
import { Skeleton } from "../../../components/button.tsx";
import { momentInManila } from "../../../lib/format.ts";
import { api } from "../../../lib/http/api.ts";
import { messageOf } from "../../../lib/http/problem.ts";
import { kindText } from "../common/kind-text.ts";
import { LinksProblem } from "../common/links-problem.tsx";
import { useLinks } from "../common/use-links.ts";
import classes from "./gallery.module.css";
import { Picture } from "./picture.tsx";

interface Props {
  path: string;
  id: number;
  /** Link or button that opens the photo's own form. */
  open: React.ReactNode;
}

export function PhotoView({ path, id, open }: Props) {
  const { data: row, error } = useQuery({
    queryKey: ["records", path, "row", id],
    queryFn: async ({ signal }) =>
      (await api.list(path, { id, page: 1, page_size: 1 }, signal)).data[0] ?? null,
  });
  const links = useLinks(path, [id]);
  const link = links.data?.get(id);
  if (error) return <p role="alert">{messageOf(error)}</p>;
  if (row === undefined) return <Skeleton height={220} />;
  if (row === null) return <p>This photo no longer exists.</p>;
  const name = String(row.caption ?? row.file_name ?? "Photo");
  const taken = row.taken_at ? momentInManila(String(row.taken_at)) : null;
  return (
    <div className={classes.view}>
      <Picture link={link} alt={name} />
      <LinksProblem links={links} />
      <h3>{name}</h3>
      <p>{[row.arbo_name, row.province_name].filter(Boolean).join(", ")}</p>
      <p>{[kindText(row.kind), taken].filter(Boolean).join(" · ")}</p>
      {row.outside_province === "Yes" && (
        <p className={classes.warning}>Outside the province of its record</p>
      )}
      <p className={classes.links}>
        {open}
        {link && (
          <a href={link.file_url} target="_blank" rel="noreferrer">
            Open full photo
          </a>
        )}
      </p>
    </div>
  );
}
