/** Photos on a map, with the filters of their list. Keyboard users find the rows in the table. */
import { IconChevronLeft, IconChevronRight, IconX } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button, IconButton, Skeleton } from "../../components/button.tsx";
import { count } from "../../lib/format.ts";
import { messageOf } from "../../lib/http/problem.ts";
import { filterBody } from "../../records/common/list-body.ts";
import { tabOf } from "../../records/common/record-search.ts";
import type { ScreenProps } from "../../records/common/screen-props.ts";
import { readPoints } from "./common/evidence-api.ts";
import { PhotoView } from "./gallery/photo-view.tsx";
import classes from "./map/map.module.css";
import { PointsMap } from "./map/points-map.tsx";

export default function MapView({ record, search, onSearch }: ScreenProps) {
  const body = filterBody(record, search, tabOf(search));
  const { data, error } = useQuery({
    queryKey: ["records", record.path, "points", body],
    queryFn: ({ signal }) => readPoints(record.path, body, signal),
    placeholderData: keepPreviousData,
  });
  const [chosen, setChosen] = useState<ChosenPhotos | null>(null);
  if (error) return <p role="alert">{messageOf(error)}</p>;
  if (!data) return <Skeleton height={420} />;
  const shown = chosen?.ids[chosen.at];
  const outside = data.filter((point) => point.outside).length;
  return (
    <div className={classes.view}>
      <PointsMap points={data} onChoose={(ids) => setChosen({ ids, at: 0 })} />
      <p className={classes.sentence} role="status">
        {data.length === 0
          ? "No data available"
          : `${count(data.length)} on the map${outside > 0 ? `, ${count(outside)} outside the province of the record` : ""}.`}
      </p>
      {chosen && shown !== undefined && (
        <aside className={classes.panel} aria-label="Chosen photo">
          <IconButton
            aria-label="Close the photo"
            tone="plain"
            className={classes.close}
            onClick={() => setChosen(null)}
          >
            <IconX size={18} />
          </IconButton>
          {chosen.ids.length > 1 && <PhotoSteps chosen={chosen} onChoose={setChosen} />}
          <PhotoView
            path={record.path}
            id={shown}
            open={
              <Button look="default" onClick={() => onSearch({ ...search, edit: shown })}>
                Open the record
              </Button>
            }
          />
        </aside>
      )}
    </div>
  );
}

/** The photos of a pressed point, and the index of the photo that is shown. */
interface ChosenPhotos {
  ids: readonly number[];
  at: number;
}

interface PhotoStepsProps {
  chosen: ChosenPhotos;
  onChoose: (chosen: ChosenPhotos) => void;
}

function PhotoSteps({ chosen, onChoose }: PhotoStepsProps) {
  const { ids, at } = chosen;
  return (
    <p className={classes.among}>
      <IconButton
        aria-label="Previous photo"
        disabled={at === 0}
        onClick={() => onChoose({ ids, at: at - 1 })}
      >
        <IconChevronLeft size={18} />
      </IconButton>
      {at + 1} of {ids.length} here
      <IconButton
        aria-label="Next photo"
        disabled={at === ids.length - 1}
        onClick={() => onChoose({ ids, at: at + 1 })}
      >
        <IconChevronRight size={18} />
      </IconButton>
    </p>
  );
}
