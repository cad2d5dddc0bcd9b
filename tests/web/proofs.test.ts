/** Photos in the registry: which records have photos, and how the app uploads and maps them. */
import { expect, test } from "vitest";
import { records } from "#shared/records/index.ts";
import { Clusters } from "../../web/src/features/evidence/map/clusters.ts";
import {
  evidenceScreenOf,
  evidenceScreens,
  ownerScreenOf,
} from "../../web/src/features/evidence/upload/evidence-screens.ts";
import { uploadTarget } from "../../web/src/features/evidence/upload/upload-target.ts";

const named = (route: string) => {
  const record = records.find((one) => one.route === route);
  if (!record) throw new Error(`no ${route}`);
  return record;
};

test("The accomplishments of Form 11 are the only record type that has photos.", () => {
  const proved = records.filter((record) => evidenceScreenOf(record)).map(({ route }) => route);
  expect(proved).toEqual(["Form11Accomp"]);
  expect(evidenceScreens.map((proof) => [proof.screen.route, ownerScreenOf(proof)?.route])).toEqual([
    ["Form11Geotags", "Form11Accomp"],
  ]);
});

test("When the app uploads a photo, it sends the ID of the record to which the photo belongs.", () => {
  const owner = named("Form11Accomp");
  const proof = evidenceScreenOf(owner);
  if (!proof) throw new Error("no photos");
  const row = { id: 7, row_version: 1, arbo_name: "Growers", region_name: "R", province_name: null };
  expect(uploadTarget(proof, owner, row)).toEqual({
    recordType: proof.screen,
    title: "Photos of Growers",
    owner: { form11_id: 7 },
    idField: "form11_id",
    place: { region_name: "R", province_name: null },
  });
  expect(proof.screen.path).toBe("form-11-geo");
});

test("Photos at the same place on the map stay one cluster when the user zooms in.", () => {
  const point = (id: number, longitude: number, outside = false) => ({
    ...{ id, longitude, latitude: 15, kind: null, outside },
  });
  const clusters = new Clusters([point(1, 121), point(2, 121.01), point(3, 122, true), point(4, 122)]);
  const box: [number, number, number, number] = [120, 14, 123, 16];
  const [all] = clusters.within(box, 5);
  expect(all).toMatchObject({ kind: "cluster", count: 4, outside: true });
  const close = clusters.within(box, 13);
  const spot = close.find((place) => place.kind === "cluster");
  if (spot?.kind !== "cluster") throw new Error("no cluster");
  expect(spot).toMatchObject({ count: 2, outside: true });
  expect(clusters.zoomOf(spot.id)).toBeNull();
  expect(clusters.idsIn(spot.id).sort()).toEqual([3, 4]);
  expect(close.filter((place) => place.kind === "point")).toHaveLength(2);
});
