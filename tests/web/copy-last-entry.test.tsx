/** The button "Copy last entry" fills in the empty fields of a new row from the row that was entered last. */
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { FormProvider, type UseFormReturn, useForm } from "react-hook-form";
import { expect, test } from "vitest";
import { form11Accomp } from "#shared/records/forms/form-11.ts";
import { salesTransaction } from "#shared/records/forms/sales-transaction.ts";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { type FormValues, startValues } from "../../web/src/records/form/fields/form-values.ts";
import { DuplicateLast } from "../../web/src/records/form/next/duplicate-last.tsx";
import { person, province, region } from "./people.ts";
import { answers, mockServer } from "./record-form-support.tsx";

mockServer();
const me = person("Provincial");
const ofB = { arboPrimaryKey: 2, arbo_id: "B-1", arbo_name: "Growers B" };
const placeOfB = {
  region_name: region,
  province_name: province,
  muncity_name: "Jaen",
  barangay_name: "Lambakin",
};

let form: UseFormReturn<FormValues>;

function Form({ record, entered }: { record: AnyRecord; entered: FormValues }) {
  form = useForm<FormValues>({ defaultValues: { ...startValues(record, me), ...entered } });
  return (
    <FormProvider {...form}>
      <DuplicateLast record={record} user={me} />
    </FormProvider>
  );
}

/** Returns the values of the form that are not empty after the user copies the last entry. */
async function filled(record: AnyRecord, last: object, entered: FormValues): Promise<FormValues> {
  const body = { status: "success", data: [{ id: 9, row_version: 1, ...last }], total: 1 };
  answers.set(`/api/${record.path}`, () => ({ status: 200, body }));
  const view = render(<Form record={record} entered={entered} />);
  await userEvent.click(screen.getByRole("button", { name: "Copy last entry" }));
  await screen.findByText(/filled in/);
  view.unmount();
  return Object.fromEntries(Object.entries(form.getValues()).filter(([, value]) => value !== null));
}

const support = {
  ...ofB,
  ...placeOfB,
  ...{ arc_id: "ARC-2", arc_name: "Community B", support_provided: "Tractor", year_funded: 2025 },
  ...{ reporting_year: 2026, reporting_quarter: "Q1", reporting_month: "January" },
};

test("If the user has already chosen an ARBO, copying the last entry into the form does not replace this ARBO.", async () => {
  const ofA = { arboPrimaryKey: 1, arbo_name: "Growers A", muncity_name: "Jaen" };
  const values = await filled(form11Accomp, support, ofA);
  expect(values).toMatchObject({
    ...ofA,
    support_provided: "Tractor",
    year_funded: 2025,
    reporting_quarter: "Q1",
  });
  for (const name of ["arbo_id", "arc_id", "arc_name", "barangay_name"])
    expect(values).not.toHaveProperty(name);
});

test("If the user has chosen no other ARBO, copying the last entry into the form also fills in the entry's ARBO.", async () => {
  expect(await filled(form11Accomp, support, {})).toMatchObject(support);
  expect(await filled(form11Accomp, support, ofB)).toMatchObject(support);
});

test("When a user copies the last sale for another ARBO, the form leaves out the sale's marketing assistance.", async () => {
  const sale = { ...ofB, ...placeOfB, mark_assist_id: 5, commodity: "Rice" };
  const values = await filled(salesTransaction, sale, { arbo_name: "Growers A" });
  expect(values).toEqual({
    ...{ region_name: region, province_name: province, status: "Accomplished" },
    ...{ arbo_name: "Growers A", commodity: "Rice" },
  });
});

test("When a user copies the last entry for another town, the form leaves out the entry's barangay.", async () => {
  const values = await filled(form11Accomp, support, { muncity_name: "Cabiao", reporting_quarter: "Q2" });
  expect(values).toMatchObject({ arbo_name: "Growers B", support_provided: "Tractor" });
  for (const name of ["barangay_name", "reporting_month"]) expect(values).not.toHaveProperty(name);
});
