/** The photos of one record, one page at a time and ordered by day, with a button to add more. */

import { IconPhotoPlus } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { Button, Skeleton } from "../../../components/button.tsx";
import { later } from "../../../components/later.tsx";
import { Group } from "../../../components/layout.tsx";
import { Modal } from "../../../components/overlays/dialog.tsx";
import { Pager } from "../../../components/pager.tsx";
import type { CurrentUser } from "../../../lib/current-user.ts";
import { api, type Row } from "../../../lib/http/api.ts";
import { messageOf } from "../../../lib/http/problem.ts";
import { linkTo, loadRecord } from "../../../records/common/record-screens.ts";
import { addRefusal } from "../../../records/common/rights.ts";
import { rowName } from "../../../records/common/row-name.ts";
import type { EvidenceScreen } from "../upload/evidence-screens.ts";
import { uploadTarget } from "../upload/upload-target.ts";
import classes from "./gallery.module.css";
import { PhotoView } from "./photo-view.tsx";
import { Photos } from "./photos.tsx";

const UploadDialog = later(() => import("../upload/upload-dialog.tsx"));

interface Props {
  /** The record type and the row for which the photos are evidence. */
  record: AnyRecord;
  row: Row;
  proof: EvidenceScreen;
  user: CurrentUser;
}

export function RecordPhotos({ record, row, proof, user }: Props) {
  const [uploading, setUploading] = useState(false);
  const [shown, setShown] = useState<number | null>(null);
  const refused = useUploadRefusal(proof, user);
  return (
    <div className={classes.ofRecord}>
      <Group>
        <Button
          icon={<IconPhotoPlus size={16} aria-hidden />}
          disabled={refused !== null}
          onClick={() => setUploading(true)}
        >
          Upload photos
        </Button>
        {refused && <span className={classes.tag}>{refused}</span>}
      </Group>
      <PhotoPages proof={proof} row={row} onOpen={setShown} />
      {uploading && (
        <UploadDialog target={uploadTarget(proof, record, row)} onClose={() => setUploading(false)} />
      )}
      {shown !== null && (
        <Modal onClose={() => setShown(null)} title={`Photo of ${rowName(record, row)}`} size="lg">
          <PhotoView
            path={proof.screen.path}
            id={shown}
            open={
              <Link {...linkTo(proof.screen)} search={{ edit: shown }}>
                Open the {proof.screen.noun.one}
              </Link>
            }
          />
        </Modal>
      )}
    </div>
  );
}

/** Returns why the user can't upload photos; null if the user can; undefined while the photos' record type loads. */
function useUploadRefusal({ screen: { path, route } }: EvidenceScreen, user: CurrentUser) {
  const photoRecord = useQuery({
    queryKey: ["registry", path],
    queryFn: async () => (await loadRecord(route)) ?? null,
    staleTime: Number.POSITIVE_INFINITY,
  }).data;
  return photoRecord && addRefusal(photoRecord, user);
}

function PhotoPages({ proof, row, onOpen }: Pick<Props, "proof" | "row"> & { onOpen: (id: number) => void }) {
  const { path } = proof.screen;
  const [page, setPage] = useState(1);
  const [size, setSize] = useState(20);
  const body = {
    [proof.ownerId]: row.id,
    page,
    page_size: size,
    sort: [{ field: "taken_at", dir: "asc" as const }],
  };
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: ["records", path, "of", body],
    queryFn: ({ signal }) => api.list(path, body, signal),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      {error && <p role="alert">{messageOf(error)}</p>}
      {!data && !error && <Skeleton height={160} />}
      {data?.total === 0 && <p className={classes.tag}>No photos yet.</p>}
      {data && data.total > 0 && (
        <>
          <Photos rows={data.data} path={path} onOpen={onOpen} />
          {data.total > data.data.length && (
            <Pager
              label="Pages of photos"
              page={page}
              size={size}
              total={data.total}
              settled={!isPlaceholderData}
              onPage={setPage}
              onSize={(next) => {
                setSize(next);
                setPage(1);
              }}
            />
          )}
        </>
      )}
    </>
  );
}
