/** Thirty questions of the Explore screen, each with the plain SQL that groups the same rows by the same fields. */

export interface BenchQuestion {
  question: {
    record: string;
    rows: string[];
    columns?: string[];
    value: { kind: string; field?: string };
  } & Record<string, unknown>;
  sql: string;
}

const count = { kind: "count" };
const arbos = { kind: "distinct", field: "arboPrimaryKey" };
const inRegion = { region_name: "Region III (Central Luzon)" };
const only = "region_name = 'Region III (Central Luzon)'";

const ask = (
  record: string,
  [rows, columns = []]: [rows: string[], columns?: string[]],
  value: BenchQuestion["question"]["value"],
  sql: string,
  more: Record<string, unknown> = {},
): BenchQuestion => ({ question: { record, rows, columns, value, ...more }, sql });

const ranked = (top: number) => ({ order: "value", top });

const ofParticipants: BenchQuestion[] = [
  ask(
    "participant",
    [["region_name"], ["sex"]],
    count,
    "select region_name, sex, count(*) from participants group by 1, 2",
  ),
  ask(
    "participant",
    [["province_name"], ["sex"]],
    count,
    "select province_name, sex, count(*) from participants group by 1, 2",
  ),
  ask(
    "participant",
    [["region_name", "province_name"], ["year_funded"]],
    count,
    "select region_name, province_name, year_funded, count(*) from participants where sex = 'Female' group by 1, 2, 3",
    { filter: { sex: "Female" } },
  ),
  ask(
    "participant",
    [["participant_category"]],
    arbos,
    'select participant_category, count(distinct "arboPrimaryKey") from participants group by 1',
  ),
  ask(
    "participant",
    [["muncity_name"]],
    count,
    "select muncity_name, count(*) from participants group by 1",
    ranked(20),
  ),
  ask(
    "participant",
    [["training_id"], ["sex"]],
    count,
    "select t, sex, count(*) from participants, unnest(training_id) t group by 1, 2",
    ranked(50),
  ),
  ask(
    "participant",
    [["province_name"]],
    count,
    "select province_name, count(*) from participants where participant_name ilike '%cruz%' group by 1",
    { filter: { participant_name: { contains: "cruz" } } },
  ),
  ask(
    "participant",
    [["fund_source"], ["sex"]],
    count,
    "select fund_source, sex, count(*) from participants where year_funded between 2022 and 2024 group by 1, 2",
    { filter: { year_funded: { between: [2022, 2024] } } },
  ),
  ask(
    "participant",
    [["province_name"]],
    count,
    `select province_name, count(*) from participants where id in (
       select p.id from participants p, unnest(p.training_id) t
       where t in (select training_id from arbo_trainings where start_date >= '2025-01-01')) group by 1`,
    { filter: { has: [{ record: "arbo-training", where: { start_date: { gte: "2025-01-01" } } }] } },
  ),
  ask(
    "participant",
    [["arbo_name"]],
    count,
    "select arbo_name, count(*) from participants group by 1 order by 2 desc limit 100",
    ranked(100),
  ),
  ask(
    "participant",
    [["time_stamp.month"], ["sex"]],
    count,
    "select to_char(time_stamp at time zone 'Asia/Manila', 'YYYY-MM'), sex, count(*) from participants group by 1, 2",
  ),
  ask(
    "participant",
    [["region_name"]],
    count,
    `select region_name, count(*) from participants p where not exists (
       select from arbo_masterlist a where a.id = p."arboPrimaryKey" and a.process_stage = 'Approved') group by 1`,
    { filter: { has_no: [{ record: "arbo-masterlist", where: { process_stage: "Approved" } }] } },
  ),
];

const ofArbos: BenchQuestion[] = [
  ask(
    "arbo-masterlist",
    [["region_name"], ["org_type"]],
    count,
    "select region_name, org_type, count(*) from arbo_masterlist group by 1, 2",
  ),
  ask(
    "arbo-masterlist",
    [["province_name"]],
    { kind: "average", field: "year_organized" },
    "select province_name, avg(year_organized) from arbo_masterlist group by 1",
  ),
  ask(
    "arbo-masterlist",
    [["region_name"]],
    count,
    `select region_name, count(*) from arbo_masterlist
     where id in (select "arboPrimaryKey" from fme_inventory_table) and not exists (
       select from farmers_tracking_income i where i."arboPrimaryKey" = arbo_masterlist.id and i.reporting_year = 2026)
     group by 1`,
    {
      filter: {
        has: [{ record: "fme-inventory-table" }],
        has_no: [{ record: "farmers-tracking-income", where: { reporting_year: 2026 } }],
      },
    },
  ),
  ask(
    "arbo-masterlist",
    [["arbo_name"]],
    count,
    `select arbo_name, count(*) from arbo_masterlist a
     where not exists (select from arbo_trainings t where t."arboPrimaryKey" = a.id) group by 1 limit 1000`,
    { filter: { has_no: [{ record: "arbo-training" }] } },
  ),
  ask(
    "arbo-masterlist",
    [["province_name"], ["process_stage"]],
    count,
    `select province_name, process_stage, count(*) from arbo_masterlist
     where year_organized < 2000 or org_type = 'Cooperative' group by 1, 2`,
    { filter: { any: [{ year_organized: { lt: 2000 } }, { org_type: "Cooperative" }] } },
  ),
  ask(
    "arc-masterlist",
    [["region_name"]],
    count,
    "select region_name, count(*) from arc_masterlist where arc_id in (select arc_id from arbo_masterlist) group by 1",
    { filter: { has: [{ record: "arbo-masterlist" }] } },
  ),
];

const ofActivities: BenchQuestion[] = [
  ask(
    "arbo-training",
    [["province_name"], ["start_date.year"]],
    count,
    "select province_name, extract(year from start_date), count(*) from arbo_trainings group by 1, 2",
  ),
  ask(
    "arbo-training",
    [["arbo_name"], ["start_date.quarter"]],
    count,
    `select arbo_name, to_char(start_date, 'YYYY Q'), count(*) from arbo_trainings where ${only} group by 1, 2`,
    { filter: inRegion },
  ),
  ask(
    "arbo-training",
    [["training_title"]],
    arbos,
    'select training_title, count(distinct "arboPrimaryKey") from arbo_trainings group by 1',
    ranked(20),
  ),
  ask(
    "form-5-accomp",
    [["region_name"], ["reporting_quarter"]],
    count,
    `select region_name, reporting_quarter, count(*) from form_5_accomps where reporting_year = 2026 group by 1, 2`,
    { filter: { reporting_year: 2026 } },
  ),
  ask(
    "form11-accomp",
    [["support_provided"], ["reporting_year"]],
    { kind: "sum", field: "total_cost" },
    "select support_provided, reporting_year, sum(total_cost) from form11_accomps group by 1, 2",
  ),
  ask(
    "form11-accomp",
    [["province_name"]],
    { kind: "average", field: "total_cost" },
    "select province_name, avg(total_cost) from form11_accomps where total_cost > 0 group by 1",
    { filter: { total_cost: { gt: 0 } } },
  ),
  ask(
    "form7-proddev",
    [["type_product"], ["reporting_year"]],
    count,
    "select type_product, reporting_year, count(*) from form7_proddevs group by 1, 2",
  ),
];

const ofSales: BenchQuestion[] = [
  ask(
    "sales-transaction",
    [["arbo_name", "commodity"], ["transaction_date.quarter"]],
    { kind: "sum", field: "gross_sales" },
    `select arbo_name, commodity, to_char(transaction_date, 'YYYY Q'), sum(gross_sales) from sales_transactions
     where ${only} group by 1, 2, 3`,
    { filter: inRegion, ...ranked(50) },
  ),
  ask(
    "sales-transaction",
    [["commodity", "unit_measure"], ["transaction_date.year"]],
    { kind: "sum", field: "volume" },
    `select commodity, unit_measure, extract(year from transaction_date), sum(volume) from sales_transactions
     group by 1, 2, 3`,
  ),
  ask(
    "sales-transaction",
    [["buyer_name"]],
    { kind: "max", field: "gross_sales" },
    "select buyer_name, max(gross_sales) from sales_transactions group by 1",
    ranked(30),
  ),
  ask(
    "farmers-tracking-income",
    [["region_name"], ["reporting_quarter"]],
    { kind: "sum", field: "net_income" },
    `select region_name, reporting_quarter, sum(net_income) from farmers_tracking_income
     where reporting_year = 2026 group by 1, 2`,
    { filter: { reporting_year: 2026 } },
  ),
  ask(
    "fme-inventory-table",
    [["region_name"]],
    arbos,
    `select region_name, count(distinct "arboPrimaryKey") from fme_inventory_table f
     where not exists (select from farmers_tracking_income i where i."arboPrimaryKey" = f."arboPrimaryKey") group by 1`,
    { filter: { has_no: [{ record: "farmers-tracking-income" }] } },
  ),
];

export const benchQuestions: readonly BenchQuestion[] = [
  ...ofParticipants,
  ...ofArbos,
  ...ofActivities,
  ...ofSales,
];
