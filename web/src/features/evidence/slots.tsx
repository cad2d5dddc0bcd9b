/**
 * Photo components that are added to the data screens. The registry's description of a record type determines which of
 * these components its screen gets.
 */

import { IconLayoutGrid, IconMap2, IconPhoto } from "@tabler/icons-react";
import { type ComponentType, lazy, Suspense } from "react";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { Skeleton } from "../../components/button.tsx";
import { loadChunk } from "../../lib/http/load-chunk.ts";
import { rowName } from "../../records/common/row-name.ts";
import type { ScreenProps } from "../../records/common/screen-props.ts";
import type { RecordSlots } from "../../records/common/slots.ts";
import { ViewChoice } from "../../records/list/view-choice.tsx";
import { evidenceScreenOf } from "./upload/evidence-screens.ts";

const MapView = lazy(() => loadChunk(() => import("./map-view.tsx")));
const GalleryView = lazy(() => loadChunk(() => import("./gallery/gallery-view.tsx")));

const PhotoForm = waiting(lazy(() => loadChunk(() => import("./photo-form.tsx"))));
const FormPhotos = waiting(lazy(() => loadChunk(() => import("./gallery/form-photos.tsx"))));
const PhotosDialog = waiting(lazy(() => loadChunk(() => import("./gallery/photos-dialog.tsx"))));
const ChooseOwner = waiting(lazy(() => loadChunk(() => import("./upload/choose-owner.tsx"))));

/** Wraps a lazy component, so that only that component is replaced by a placeholder while its code loads. */
function waiting<Props extends object>(Part: ComponentType<Props>): ComponentType<Props> {
  return function Waiting(props: Props) {
    return (
      <Suspense fallback={<Skeleton height={36} />}>
        <Part {...props} />
      </Suspense>
    );
  };
}

export function evidenceSlots(record: AnyRecord): RecordSlots {
  return {
    ...(record.points ? photoSlots : {}),
    ...(evidenceScreenOf(record) ? ownerSlots(record) : {}),
  };
}

const views = [
  { name: "map", label: "Map", icon: <IconMap2 size={15} aria-hidden />, View: MapView },
  { name: "gallery", label: "Gallery", icon: <IconLayoutGrid size={15} aria-hidden />, View: GalleryView },
];

/** Components added to screens whose rows are photos. */
const photoSlots: RecordSlots = {
  Tools: (props: ScreenProps) => <ViewChoice {...props} views={views} />,
  viewOf: (search) => views.find(({ name }) => name === search.view)?.View ?? null,
  add: { label: "Upload photos", Dialog: ChooseOwner },
  AboveForm: PhotoForm,
};

/** Components added to the screens of record types that have photos as evidence. */
const ownerSlots = (record: AnyRecord): RecordSlots => ({
  acts: [
    {
      name: "photos",
      label: (row) => `Photos of ${rowName(record, row)}`,
      icon: () => IconPhoto,
      Dialog: PhotosDialog,
    },
  ],
  BelowForm: FormPhotos,
});
