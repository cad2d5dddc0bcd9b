/** Photo components that are added to data screens, as the description of the record type demands. */

import { IconLayoutGrid, IconMap2, IconPhoto } from "@tabler/icons-react";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { Skeleton } from "../../components/button.tsx";
import { later } from "../../components/later.tsx";
import type { ScreenProps } from "../../records/common/screen-props.ts";
import type { RecordSlots } from "../../records/common/slots.ts";
import { ViewChoice } from "../../records/list/view-choice.tsx";
import { evidenceScreenOf } from "./upload/evidence-screens.ts";

const MapView = later(() => import("./map-view.tsx"), <Skeleton height={240} />);
const GalleryView = later(() => import("./gallery/gallery-view.tsx"), <Skeleton height={240} />);

const waiting = <Skeleton height={36} />;
const PhotoForm = later(() => import("./photo-form.tsx"), waiting);
const FormPhotos = later(() => import("./gallery/form-photos.tsx"), waiting);
const PhotosDialog = later(() => import("./gallery/photos-dialog.tsx"), waiting);
const ChooseOwner = later(() => import("./upload/choose-owner.tsx"), waiting);

export function evidenceSlots(record: AnyRecord): RecordSlots {
  return {
    ...(record.points ? photoSlots : {}),
    ...(evidenceScreenOf(record) ? ownerSlots : {}),
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
const ownerSlots: RecordSlots = {
  acts: [
    {
      name: "photos",
      label: () => "Photos",
      icon: () => IconPhoto,
      Dialog: PhotosDialog,
    },
  ],
  BelowForm: FormPhotos,
};
