/**
 * Asks the user to choose a point for photos without coordinates, and to check photos outside the record's province.
 */

import { IconMapPin } from "@tabler/icons-react";
import { useState } from "react";
import type { Outline } from "#shared/rules/place-in-outline.ts";
import { Button } from "../../../components/button.tsx";
import { Group, Text } from "../../../components/layout.tsx";
import { Notice } from "../../../components/notice.tsx";
import { count } from "../../../lib/format.ts";
import { messageOf } from "../../../lib/http/problem.ts";
import { type ChosenPoint, PointPicker } from "../map/point-picker.tsx";
import { readDeviceLocation } from "./device-location.ts";
import type { PhotoItem } from "./photo-item.ts";
import type { PhotoQueue } from "./photo-queue.ts";
import classes from "./upload.module.css";

interface Props {
  queue: PhotoQueue;
  outlines: readonly Outline[];
  province: string;
}

export function PlaceHelp({ queue, outlines, province }: Props) {
  const unplaced = queue.photos.filter(({ state }) => state === "unplaced");
  const outside = queue.photos.filter(({ state }) => state === "outside");
  return (
    <>
      {unplaced.length > 0 && <Unplaced queue={queue} photos={unplaced} outlines={outlines} />}
      {outside.length > 0 && (
        <Outside queue={queue} photos={outside} outlines={outlines} province={province} />
      )}
    </>
  );
}

interface PartProps {
  queue: PhotoQueue;
  photos: readonly PhotoItem[];
  outlines: readonly Outline[];
}

const idsOf = (photos: readonly PhotoItem[]): string[] => photos.map(({ uploadId }) => uploadId);
const photosText = (photos: readonly PhotoItem[]): string =>
  photos.length === 1 ? `"${photos[0]?.file.name}"` : `${count(photos.length)} photos`;

function Unplaced({ queue, photos, outlines }: PartProps) {
  const [onMap, setOnMap] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const ask = async () => {
    setProblem(null);
    try {
      queue.place(idsOf(photos), await readDeviceLocation());
    } catch (refused) {
      setProblem(messageOf(refused));
      setOnMap(true);
    }
  };
  return (
    <Notice tone="warn" title="Where were they taken?" icon={<IconMapPin aria-hidden />}>
      <Text small>
        {photosText(photos)} {photos.length === 1 ? "has" : "have"} no location: phones remove it from photos
        that are chosen for the web.
      </Text>
      {problem && (
        <Text small role="alert">
          {problem}
        </Text>
      )}
      <Group>
        <Button look="default" onClick={() => void ask()}>
          Use the location of this device
        </Button>
        <Button look="default" aria-expanded={onMap} onClick={() => setOnMap(!onMap)}>
          Tap the map
        </Button>
      </Group>
      {onMap && <OnMap queue={queue} photos={photos} outlines={outlines} />}
    </Notice>
  );
}

function Outside({ queue, photos, outlines, province }: PartProps & { province: string }) {
  const [onMap, setOnMap] = useState(false);
  return (
    <Notice tone="bad" title={`Outside ${province}`} icon={<IconMapPin aria-hidden />}>
      <Text small>
        {photosText(photos)} {photos.length === 1 ? "lies" : "lie"} outside {province}. Correct the place, or
        confirm it.
      </Text>
      <Group>
        <Button look="default" aria-expanded={onMap} onClick={() => setOnMap(!onMap)}>
          Tap the map
        </Button>
        <Button look="default" onClick={() => queue.confirmOutside(idsOf(photos))}>
          Confirm the place
        </Button>
      </Group>
      {onMap && <OnMap queue={queue} photos={photos} outlines={outlines} />}
    </Notice>
  );
}

function OnMap({ queue, photos, outlines }: PartProps) {
  const [point, setPoint] = useState<ChosenPoint | null>(photos[0]?.place ?? null);
  return (
    <div className={classes.asked}>
      <PointPicker
        point={point}
        around={outlines}
        label="Map: tap the place of the photos"
        onChoose={setPoint}
      />
      <Group>
        <Text small>
          {point ? `${point.latitude.toFixed(5)}, ${point.longitude.toFixed(5)}` : "No place chosen yet."}
        </Text>
        <Button
          disabled={!point}
          onClick={() => point && queue.place(idsOf(photos), { ...point, accuracy: null, source: "map" })}
        >
          Use this place for {photosText(photos)}
        </Button>
      </Group>
    </div>
  );
}
