/** Steps of the province in year.thorough.spec.ts: enter the ARBO, its targets, and the work of the year. */
import { expect, type Locator, type Page, test } from "playwright/test";
import { ageOn } from "#shared/rules/ages.ts";
import { manilaToday } from "#shared/rules/dates.ts";
import { expectShown, fillFrom, fillIn, openNew, pasteNew, register } from "../forms.ts";
import { chooseFirstRowAct, chooseRowAct, database, openRecords } from "../support.ts";
import { arboId, name, openList, people, training, year } from "./arbo.ts";

const project = "Linking Smallholder Farmers";
const product = "Calamansi concentrate";

/** Opens the form of a new row and fills in the form from the ARBO and the project. */
async function newRow(page: Page, route: string, noun: string): Promise<Locator> {
  await openRecords(page, route);
  const form = await openNew(page, noun);
  await fillFrom(form, { arbo: name, project });
  return form;
}

export async function registerArbo(page: Page): Promise<void> {
  await test.step("A Provincial user registers the ARBO, and the form adds up the members.", async () => {
    await openRecords(page, "ARBO_Masterlist");
    const form = await openNew(page, "ARBO");
    await fillIn(form, {
      Organization: { "ARBO ID": arboId, "ARBO name": name },
      Location: { "Municipality/City": "Gabaldon" },
      Members: { "Male members": "48", "Female members": "52" },
    });
    await expectShown(form, "Members", { "All members": "100" });
    await register(form);
  });
}

export async function enterTargets(page: Page): Promise<void> {
  const period = { "Year reported": year };
  await test.step("A Provincial user enters the Form 5 target, and the form computes the participant's age.", async () => {
    const form = await newRow(page, "Form5AnnualTarget", "target");
    await fillIn(form, {
      Reporting: period,
      Training: { "Training title": training, "Start date": `0303${year}`, "End date": `0307${year}` },
      Participant: { "Participant name": people[0]?.name ?? "", Sex: "Female", Birthday: "02291956" },
    });
    await expectShown(form, "Training", { "Training days": "5" });
    const age = String(ageOn("1956-02-29", manilaToday()));
    await expectShown(form, "Participant", { Age: age, "Age group": "60 and above" });
    await register(form);
  });
  await test.step("A Provincial user enters the targets for product development, support and marketing.", async () => {
    const developed = await newRow(page, "Form7ProdDevTarget", "target");
    await fillIn(developed, {
      Reporting: period,
      "Product or service": { "Type of product": "Beverage", "Product name": product },
      "Production and sales": { "Volume produced": "1500", Unit: "bottle", "Male ARBs": "12" },
    });
    await fillIn(developed, { "Production and sales": { "Female ARBs": "18" } });
    await expectShown(developed, "Production and sales", { "All ARBs": "30", "Volume produced": "1,500" });
    await register(developed);

    const support = await newRow(page, "Form11Target", "support record");
    await fillIn(support, {
      Reporting: period,
      "Support provided": {
        "Support provided": "Processing and livelihood equipment",
        ...{
          "Hard component": "Juice extractor",
          Quantity: "1",
          Unit: "unit",
          "Total cost (PHP)": "185000.50",
        },
      },
      Beneficiaries: { "Male ARBs": "48", "Female ARBs": "52" },
    });
    await expectShown(support, "Beneficiaries", { "All ARBs": "100" });
    await register(support);

    const marketed = await newRow(page, "ARBO_MarketingAnnualTarget", "marketing target");
    await fillIn(marketed, { Reporting: period, Target: { "Target commodity": product } });
    await register(marketed);
  });
}

export async function enterTraining(page: Page): Promise<void> {
  await test.step("A Provincial user enters the training, and the form computes the training days.", async () => {
    const form = await newRow(page, "ARBO_Training", "training");
    await fillIn(form, {
      Training: {
        "Training title": training,
        ...{ "Start date": `0303${year}`, "End date": `0307${year}`, "Training cost (PHP)": "45000" },
      },
    });
    await expectShown(form, "Training", { "Training days": "5" });
    await register(form);
  });
  await test.step("A Provincial user pastes thirty participants of the training from a spreadsheet.", async () => {
    await openList(page, "ARBO_Training");
    await chooseRowAct(page, training, "Add participants");
    await pasteNew(page, [
      ["Participant name", "Sex", "Birthday", "Participant category"],
      ...people.map((one) => [one.name, one.sex, one.birthday, one.category]),
    ]);
    const stored = await database(
      (sql) => sql`select birthday::text as birthday, age, age_base_group from public.participants
        where arbo_id = ${arboId}`,
    );
    expect(stored).toHaveLength(30);
    for (const { birthday, age } of stored) expect(age).toBe(ageOn(birthday, manilaToday()));
    expect(new Set(stored.map((row) => row.age_base_group))).toContain("60 and above");
  });
}

export async function enterWork(page: Page): Promise<void> {
  await test.step("A Provincial user enters the product that the ARBO developed.", async () => {
    const form = await newRow(page, "Form7ProdDevAccomp", "accomplishment");
    await fillIn(form, {
      Reporting: { "Year reported": year, "Quarter reported": "Q2", "Month reported": "May" },
      "Product or service": {
        ...{ "Type of product": "Beverage", "Product name": product, "Date developed": `0515${year}` },
      },
    });
    await register(form);
  });
  await test.step("A Provincial user enters a farm machine and pastes two rentals of it.", async () => {
    const form = await newRow(page, "FME_Inventory", "machine");
    await fillIn(form, {
      Item: { "Project title": "Juice extractor" },
      "Operation and maintenance training": { "Male trained": "6", "Female trained": "4" },
    });
    await expectShown(form, "Operation and maintenance training", { "All trained": "10" });
    await register(form);
    await openList(page, "FME_Inventory");
    await chooseFirstRowAct(page, "Add rentals");
    await pasteNew(page, [
      ["Year reported", "Quarter reported", "FME rented", "Transaction date", "Rental fees (PHP)"],
      [year, "Q3", "Juice extractor", `07-12-${year}`, "1,500"],
      [year, "Q3", "Juice extractor", `08-20-${year}`, "2,250"],
    ]);
  });
  await test.step("A Provincial user pastes the product's sales reports of one quarter.", async () => {
    await openList(page, "Form7ProdDevTarget");
    await chooseRowAct(page, name, "Add sales reports");
    await pasteNew(page, [
      [
        "Year reported",
        "Quarter reported",
        "Month reported",
        "Buyer",
        "Sales generated (PHP)",
        "Male ARBs",
        "Female ARBs",
      ],
      [year, "Q3", "July", "Pamilihang Bayan", "12,000", "5", "7"],
      [year, "Q3", "August", "Pamilihang Bayan", "15,500", "6", "7"],
      [year, "Q3", "September", "Tindahan sa Daan", "18,250", "8", "9"],
    ]);
  });
  await test.step("A Provincial user enters an income record, and the form computes the net incomes.", async () => {
    const form = await newRow(page, "FarmersIncomeTracking", "income record");
    const sale = "Sale through the ARBO (PHP)";
    const trader = "Sale to a trader (PHP)";
    await fillIn(form, {
      Reporting: { "Year reported": year, "Quarter reported": "Q3" },
      [sale]: {
        ...{ "Crop sold": "Calamansi", "Delivery date": `0930${year}`, "Volume sold": "400" },
        ...{ "Price per unit": "45", "Production cost per unit": "12", "Post-harvest cost per unit": "3" },
        ...{ "Marketing cost per unit": "2" },
      },
      [trader]: { "Trader's price per unit": "35", "Trader's marketing cost per unit": "0" },
    });
    await expectShown(form, sale, {
      "Gross sales": "18,000",
      "Gross profit": "12,000",
      "Net income": "11,200",
    });
    await expectShown(form, trader, { "Net income from the trader": "8,000" });
    await expectShown(form, "Comparison", { "Percent difference": "40%" });
    await register(form);
  });
}
