/** /homepage/files/<upload>: shows one attached file. File fields of records link to this page. */
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { Button, Skeleton } from "../../components/button.tsx";
import { NotFound } from "../../components/problem-screens.tsx";
import { useDocumentTitle } from "../../lib/hooks/use-document-title.ts";
import { api } from "../../lib/http/api.ts";
import { messageOf } from "../../lib/http/problem.ts";
import { attachmentPath, sizeText } from "./attachments.ts";
import { LinksProblem } from "./common/links-problem.tsx";
import { useLinks } from "./common/use-links.ts";
import classes from "./gallery/gallery.module.css";

const route = getRouteApi("/homepage/files/$upload");

export function FilePage() {
  const { upload } = route.useParams();
  const found = useQuery({
    queryKey: ["records", attachmentPath, "upload", upload],
    queryFn: async ({ signal }) =>
      (await api.list(attachmentPath, { upload_id: upload, page: 1, page_size: 1 }, signal)).data[0] ?? null,
  });
  const row = found.data;
  const links = useLinks(attachmentPath, row ? [row.id] : []);
  const link = links.data?.get(row?.id ?? 0);
  const name = row ? String(row.file_name) : "File";
  useDocumentTitle(name);
  if (found.error) {
    return (
      <div className={classes.filePage} role="alert">
        <p>{messageOf(found.error)}</p>
        <Button onClick={() => void found.refetch()}>Try again</Button>
      </div>
    );
  }
  if (row === null) return <NotFound />;
  return (
    <article className={classes.filePage}>
      <h1>{name}</h1>
      {row && link ? (
        <>
          <p className={classes.tag}>
            {[sizeText(Number(row.size)), row.caption].filter(Boolean).join(" · ")}
          </p>
          <p>
            <a href={link.file_url} target="_blank" rel="noreferrer">
              Open the file
            </a>
          </p>
          {/^image\/(jpeg|png)$/.test(link.content_type) && (
            <img src={link.file_url} alt={String(row.caption ?? name)} />
          )}
        </>
      ) : links.isError ? (
        <LinksProblem links={links} />
      ) : (
        <Skeleton height={240} />
      )}
    </article>
  );
}
