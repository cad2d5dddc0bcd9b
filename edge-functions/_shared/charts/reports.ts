/**
 * SQL queries of the two reports about capacity building (spec section 7), and their filters. `{where}` is replaced by
 * the conditions of the filters. Values are passed as query parameters.
 */

/** A filter of a report: the SQL expression that the filter's values are compared with, and the type of the values. */
export interface ReportFilter {
  column: string;
  type: "integer" | "text";
  compare?: ">=" | "<=";
}

const year = "coalesce(extract(year from coalesce(t.date_conducted, t.start_date))::integer, t.year_funded)";
const text = (column: string): ReportFilter => ({ column, type: "text" });

/**
 * Filters of `report-arbocapdevcd`. `year_from` and `year_to` are compared with the year of the training, or with the
 * year funded if the training has no dates.
 */
export const capacityFilters: Readonly<Record<string, ReportFilter>> = {
  year_from: { column: year, type: "integer", compare: ">=" },
  year_to: { column: year, type: "integer", compare: "<=" },
  year_funded: { column: "t.year_funded", type: "integer" },
  region_name: text("t.region_name"),
  province_name: text("t.province_name"),
  muncity_name: text("t.muncity_name"),
  arc_id: text("t.arc_id"),
  arc_name: text("t.arc_name"),
  arc_type: text("t.arc_type"),
  arc_cluster_name: text("t.arc_cluster_name"),
  arbo_id: text("t.arbo_id"),
  arbo_name: text("t.arbo_name"),
  subpsp_name: text("t.subpsp_name"),
  training_title: text("t.training_title"),
  participant_category: text("p.participant_category"),
};

/** Columns about the training, which both reports have. */
const training = `t.training_id, t.training_title, t.training_category, t.conducted_by, t.date_conducted, t.start_date, t.end_date, t.training_days`;

/**
 * SQL query that returns one row per training and category of participants, with the number of participants who
 * attended. A training without participants has one row.
 */
export const capacityQuery = `
  select t.region_name, t.province_name, t.muncity_name, t.cd, t.arc_id, t.arc_name, t.arc_type, t.arbo_id, t.arbo_name,
    t.year_funded, t.fund_source, t.psp_category, t.subpsp_name, t.subpsp_abbreviation, ${training}, t.training_cost,
    p.participant_category,
    count(p.id) filter (where p.sex = 'Male') as male, count(p.id) filter (where p.sex = 'Female') as female,
    count(p.id) filter (where p.sex is null) as unknown_sex, count(p.id) as total
  from public.arbo_trainings t
  left join public.participant_trainings l on l.training_id = t.training_id and l.attended
  left join public.participants p on p.id = l.participant_id
  where {where}
  group by t.id, p.participant_category`;

export const capacityOrder =
  "region_name, province_name, arbo_name, start_date, training_id, participant_category";

/**
 * For each number in a row of the report: the screen and the filters that list the counted participants. The filters
 * training_id and participant_category depend on the row and are added later.
 */
export const capacityDrills = {
  male: { route: "Participants", path: "participant", filters: { sex: "Male" } },
  female: { route: "Participants", path: "participant", filters: { sex: "Female" } },
  unknown_sex: { route: "Participants", path: "participant", filters: { sex: [""] } },
  total: { route: "Participants", path: "participant", filters: {} },
} as const;

/** Table with the personal data that `report-capdevrecord` shows. */
export const personTable = "participants";

/**
 * SQL query that finds persons by their full name. Returns one row per training that a person attended, and one row for
 * a person without trainings.
 *
 * Finds candidates with an index, then compares the names exactly, except for case and spaces. `{name}` is replaced by
 * the query parameter with the name.
 */
export const personQuery = `
  select p.id, p.participant_name, p.sex, p.participant_category, p.participant_sub_category, p.birthday, p.age,
    p.age_base_group, p.is_4ps_beneficiary, p.is_solo_parent, p.is_pwd, p.is_ip, p.agri_technology_inputs_provided,
    p.region_name, p.province_name, p.muncity_name, p.barangay_name, p.arbo_id, p.arbo_name, p.arc_id, p.arc_name,
    p.subpsp_name, ${training}, t.fund_source, t.year_funded
  from personal.participants_in_full p
  left join public.participant_trainings l on l.participant_id = p.id and l.attended
  left join public.arbo_trainings t on t.training_id = l.training_id
  where p.id in (select private.search_record_ids('participants', {name}))
    and lower(regexp_replace(btrim(p.participant_name), '\\s+', ' ', 'g')) = lower(regexp_replace(btrim({name}), '\\s+', ' ', 'g'))`;

export const personOrder = "participant_name, id, start_date, training_id";
