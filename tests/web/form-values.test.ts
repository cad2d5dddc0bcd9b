/** Initial values of a new row in a form. */
import { expect, test } from "vitest";
import { reportSchedules } from "#shared/records/administration/report-schedules.ts";
import { arboMasterlist } from "#shared/records/forms/arbo-masterlist.ts";
import { salesTransaction } from "#shared/records/forms/sales-transaction.ts";
import { startValues } from "../../web/src/records/form/fields/form-values.ts";
import { person, province, region } from "./people.ts";

test("The form of a new schedule contains only the preset status.", () => {
  const { status, ...others } = startValues(reportSchedules, person("Central"));
  expect(status).toBe("OnGoing");
  expect(Object.values(others).every((value) => value === null)).toBe(true);
});

test("The form of a new schedule contains the region of a regional administrator.", () => {
  const of = (keeps: "all" | "region") =>
    person("Regional", { reference: { report_schedules: { route: "users", keeps } } });
  const start = (keeps: "all" | "region") => startValues(reportSchedules, of(keeps));
  expect(start("region")).toMatchObject({ region_name: region, province_name: null });
  expect(start("all").region_name).toBeNull();
});

test("The form of a new sale contains the default status from the database.", () => {
  expect(startValues(salesTransaction, person("Provincial")).status).toBe("Accomplished");
});

test("The form of a new row contains the user's own office.", () => {
  expect(startValues(arboMasterlist, person("Provincial"))).toMatchObject({
    region_name: region,
    province_name: province,
  });
  expect(startValues(reportSchedules, person("Central"), { status: "Closed" }).status).toBe("Closed");
});
