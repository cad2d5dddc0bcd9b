/** What a new row begins with in a form. */
import { expect, test } from "vitest";
import { reportSchedules } from "#shared/records/administration/report-schedules.ts";
import { arboMasterlist } from "#shared/records/forms/arbo-masterlist.ts";
import { startValues } from "../../web/src/records/form/fields/form-values.ts";
import { person, province, region } from "./people.ts";

test("a new row begins with what is preset, and with nothing else", () => {
  const { status, ...others } = startValues(reportSchedules, person("Central"));
  expect(status).toBe("OnGoing");
  expect(Object.values(others).every((value) => value === null)).toBe(true);
});

test("a new row of an office begins in the user's own, and what is taken over comes before both", () => {
  expect(startValues(arboMasterlist, person("Provincial"))).toMatchObject({
    region_name: region,
    province_name: province,
  });
  expect(startValues(reportSchedules, person("Central"), { status: "Closed" }).status).toBe("Closed");
});
