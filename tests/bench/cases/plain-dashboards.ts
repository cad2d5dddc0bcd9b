/**
 * The dashboards as handwritten SQL on the record tables, without policies. Each dashboard is one statement, which
 * returns the sum of the figures of every chart. `region` null means the whole country.
 */
import type { DashboardName } from "#shared/charts/figures/types.ts";

type Region = string | null;

const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;
const within = (region: Region): string => (region === null ? "true" : `region_name = ${literal(region)}`);

/** SQL of the CTEs `a` (ARBOs) and `c` (ARCs), which have the masterlist rows of the region. */
const masterlists = (region: Region): string => `
  a as materialized (select id, arbo_id, region_name, province_name, registering_agency, current_arbo_status,
    it_easy_level_2024, no_arb_member_total from public.arbo_masterlist where ${within(region)}),
  c as materialized (select id, arc_id, region_name, province_name from public.arc_masterlist where ${within(region)})`;

/** Returns a select of the rows of a form, each with its ARBO or ARC and its project (`p`). */
const links = (table: string, key: string, region: Region, condition = "true"): string =>
  `select arbo_id, ${key} as key, arc_id, subpsp_abbreviation as p from public.${table} where ${within(region)} and ${condition}`;

/**
 * Returns SQL of two CTEs: `<name>a` has the ARBOs that rows of the CTE `name` refer to, and `<name>c` the ARCs. Each
 * is listed with its projects.
 */
const marked = (name: string): string => `
  ${name}a as materialized (
    select a.id, ${name}.p from ${name} join a on a.arbo_id = ${name}.arbo_id
    union
    select a.id, ${name}.p from ${name} join a on a.id = ${name}.key where ${name}.arbo_id is null),
  ${name}c as materialized (select distinct c.id, ${name}.p from ${name} join c on c.arc_id = ${name}.arc_id)`;

const summed = (query: string): string => `(select coalesce(sum(n), 0) from (${query}) q)`;
const count = (from: string): string => `(select count(*) from ${from})`;
const people = (region: Region, by: string, condition: string): string =>
  summed(
    `select ${by}, count(*) as n from public.participants where ${within(region)} and ${condition} group by ${by}`,
  );
const trained = "cardinality(training_id) > 0";
/** Conditions of the groups in the chart of demographics. A participant can be in several groups. */
const demographicGroups = [
  "is_4ps_beneficiary = 'Yes'",
  "is_solo_parent = 'Yes'",
  "is_pwd = 'Yes'",
  "age_base_group = '60 and above'",
  "is_ip = 'Yes'",
];
const project = "p is not null and p <> 'No Project'";
const perProject = (name: string): string =>
  `${summed(`select p, count(distinct id) as n from ${name}a where ${project} group by p`)} + ${summed(`select p, count(distinct id) as n from ${name}c where ${project} group by p`)}`;
/**
 * Returns an SQL expression for the number of all ARBOs and ARCs. Like the chart, the SQL counts those that occur in
 * the CTE `name` separately from the others.
 */
const coverage = (name: string): string =>
  ["a", "c"]
    .map((one) =>
      summed(
        `select ${one}.id in (select id from ${name}${one}) as covered, count(*) as n from ${one} group by 1`,
      ),
    )
    .join(" + ");

const organization = `coalesce('ARBO ' || r."arboPrimaryKey", r.office || ' ' || r.arbo_name)`;

/**
 * Returns SQL of CTEs that match a form's targets with its accomplishments. `t` (targets) and `x` (accomplishments)
 * show for each row whether it is matched. `oa` (ARBOs) and `oc` (ARCs) show whether each has a target, an
 * accomplishment and a matched target.
 */
const outcomes = (
  targets: { table: string; condition?: string; quantity?: string },
  accomplishments: { table: string; condition?: string; quantity?: string; key?: string },
  region: Region,
): string => {
  const rows = ({
    table,
    condition = "true",
    quantity = "0",
    key = "null::bigint",
  }: {
    table: string;
    condition?: string;
    quantity?: string;
    key?: string;
  }) =>
    `select ${organization} as organization, coalesce(reporting_year, year_funded) as year, subpsp_name as s, r.arbo_id,
      ${key} as key, r.arc_id, coalesce(${quantity}, 0) as quantity from public.${table} r where ${within(region)} and ${condition}`;
  const meets = (one: string, other: string) => `
      select ${one}.*, o.year is not null and (o.any_s or ${one}.s is null or ${one}.s = any (o.list)) as met
      from ${one}0 ${one} left join (
        select organization, year, array_agg(s) as list, bool_or(s is null) as any_s from ${other}0 group by 1, 2) o
      on o.organization = ${one}.organization and o.year = ${one}.year`;
  return `
    t0 as materialized (${rows(targets)}), x0 as materialized (${rows(accomplishments)}),
    t as materialized (${meets("t", "x")}), x as materialized (${meets("x", "t")}),
    oa0 as materialized (
      select a.id, coalesce(bool_or(k.target), false) as target, coalesce(bool_or(k.done), false) as done, coalesce(bool_or(k.met), false) as met
      from a left join (
        select arbo_id, null::bigint as key, true as target, false as done, met from t
        union all
        select arbo_id, case when arbo_id is null then key end, false, true, false from x
      ) k on k.arbo_id = a.arbo_id group by a.id
      union all
      select x.key, false, true, false from x where x.arbo_id is null and x.key is not null group by 1),
    oa as materialized (
      select id, bool_or(target) as target, bool_or(done) as done, bool_or(met) as met from oa0 group by id),
    oc as materialized (
      select c.id, coalesce(bool_or(k.target), false) as target, coalesce(bool_or(k.done), false) as done, coalesce(bool_or(k.met), false) as met
      from c left join (
        select arc_id, true as target, false as done, met from t union all select arc_id, false, true, false from x
      ) k on k.arc_id = c.arc_id group by c.id)`;
};

const fiveOf = (one: string): string =>
  `(select count(*) filter (where target) + count(*) filter (where done) + count(*) filter (where met)
    + count(*) filter (where target and not met) + count(*) filter (where done and not met) from ${one})`;
const fiveRows = (value: string): string =>
  `(select coalesce(sum(${value}), 0) + coalesce(sum(${value}) filter (where met), 0) + coalesce(sum(${value}) filter (where not met), 0) from t)
    + (select coalesce(sum(${value}), 0) + coalesce(sum(${value}) filter (where not met), 0) from x)`;

const statement = (ctes: readonly string[], sums: Readonly<Record<string, string>>): string =>
  `with ${ctes.join(", ")} select json_build_object(${Object.entries(sums)
    .map(([key, sql]) => `${literal(key)}, (${sql})::float8`)
    .join(", ")}) as sums`;

const given = "status is distinct from 'Target'";

export const plainDashboards: Readonly<Record<DashboardName, (region: Region) => string>> = {
  "main-dashboard": (region) =>
    statement(
      [
        masterlists(region),
        `f as materialized (${[
          links("form_5_accomps", '"arboPrimaryKey"', region),
          links("form7_accomps", "null", region),
          links("form_10", "null", region),
          links("form11_accomps", "null", region, given),
        ].join(" union all ")})`,
        marked("f"),
        // The CTEs `y`, `k` and `s` have counts that several charts use, so that each count is computed once.
        `y as materialized (select participant_category, sex, count(*) as n from public.participants
           where ${within(region)} and ${trained} group by participant_category, sex)`,
        `k as materialized (select type_product, count(*) as n from public.form7_accomps where ${within(region)} group by 1)`,
        `s as materialized (select support_provided, count(*) as n, sum(quantity_hard) as units from public.form11_accomps
           where ${within(region)} and ${given} group by 1)`,
      ],
      {
        totals: `${count("a")} + ${count("c")}`,
        done: `${count("a where id in (select id from fa)")} + ${count("c where id in (select id from fc)")}
          + ${summed("select n from y")} + ${summed("select n from k")} + ${summed("select n from s")} + ${summed("select units as n from s")}`,
        registration: summed("select registering_agency, count(*) as n from a group by 1"),
        status: summed("select current_arbo_status, count(*) as n from a group by 1"),
        it_easy: summed("select it_easy_level_2024, count(*) as n from a group by 1"),
        coverage: coverage("f"),
        projects: `${perProject("f")} + ${people(region, "subpsp_abbreviation", "participant_category = 'ARB'")}
          + ${count(`a where id not in (select id from fa where ${project})`)} + ${count(`c where id not in (select id from fc where ${project})`)}`,
        farmers_trained: summed("select n from y"),
        products: summed("select n from k"),
        support: summed("select n from s"),
        units: summed("select units as n from s"),
        by_province: `${["a", "c"].map((one) => summed(`select province_name, count(*) as n from ${one} group by 1`)).join(" + ")}
          + ${summed("select province_name, count(*) as n from a where id in (select id from fa) group by 1")}
          + ${people(region, "province_name", trained)}`,
      },
    ),
  "form-5": (region) =>
    statement(
      [
        masterlists(region),
        `f as materialized (${links("form_5_accomps", '"arboPrimaryKey"', region)})`,
        `l as materialized (${links("arbo_trainings", '"arboPrimaryKey"', region)})`,
        marked("f"),
        marked("l"),
        outcomes(
          { table: "form_5_annualtargets" },
          { table: "form_5_accomps", key: '"arboPrimaryKey"' },
          region,
        ),
      ],
      {
        universe: `${count("a")} + ${count("c")} + (select coalesce(sum(no_arb_member_total), 0) from a) + ${count(`a where id in (select id from fa where ${project})`)}`,
        arbs_trained_by_region: people(region, `region_name, ${trained}`, "participant_category = 'ARB'"),
        arbs_trained_by_province: people(
          region,
          `region_name, province_name, ${trained}`,
          "participant_category = 'ARB'",
        ),
        training: coverage("l"),
        outcomes: fiveOf("oa"),
        outcome_rows: fiveRows("1"),
        participants: people(
          region,
          `participant_category, sex, ${trained}`,
          "participant_category in ('ARB', 'Non-ARB')",
        ),
        coverage: coverage("f"),
        projects: perProject("f"),
        demographics: demographicGroups
          .map((group) => people(region, "sex", `${trained} and ${group}`))
          .join(" + "),
      },
    ),
  "form-7": (region) =>
    statement(
      [
        masterlists(region),
        `f as materialized (${links("form7_accomps", "null::bigint", region)})`,
        marked("f"),
        outcomes({ table: "form7_proddevs" }, { table: "form7_accomps" }, region),
      ],
      Object.fromEntries([
        ...[
          ["region", "region_name"],
          ["province", "region_name, province_name"],
        ].map(([level, by = ""]) => [
          `programmes_by_${level}`,
          `${people(region, `${by}, coalesce(subpsp_abbreviation, 'No Project') = 'No Project'`, "participant_category = 'ARB'")}
            + ${summed(`select ${by}, with_programme, count(*) as n from (select c.*, id in (select id from fc where ${project}) as with_programme from c) c group by ${by}, with_programme`)}`,
        ]),
        ["coverage", coverage("f")],
        ["products", fiveRows("1")],
        ["outcomes", `${fiveOf("oa")} + ${fiveOf("oc")}`],
      ]),
    ),
  "form-11": (region) =>
    statement(
      [
        masterlists(region),
        outcomes(
          { table: "form11_accomps", condition: "status = 'Target'", quantity: "quantity_hard" },
          { table: "form11_accomps", condition: given, quantity: "quantity_hard" },
          region,
        ),
      ],
      {
        universe: `${count("a")} + ${count("c")} + (select coalesce(sum(no_arb_member_total), 0) from a) + ${count(`public.form11_accomps where ${within(region)}`)} + ${count(`public.form11_farm_infos where ${within(region)}`)}`,
        outcomes: `${fiveOf("oa")} + ${fiveOf("oc")}`,
        outcome_rows: `${fiveRows("1")} + ${fiveRows("quantity")}`,
        farm_support: ["form11_accomps", "form11_farm_infos"]
          .map((table) =>
            summed(
              `select support_provided, count(*) as n from public.${table} where ${within(region)} group by 1`,
            ),
          )
          .join(" + "),
      },
    ),
};
