/**
 * Rules by which an anonymised copy replaces values. A rule applies to a column name, or to a kind of personal data
 * (export/personal.ts). A rule returns an SQL expression over the row `t` of the original. The expression may call
 * functions of the schema `anonymous`.
 */
import { identifier } from "#shared/server/sql/sql.ts";
import type { ExportColumn, ExportTable } from "../export/catalog.ts";
import { personalDataIn } from "../export/personal.ts";

type Rule = (column: ExportColumn, table: ExportTable) => string;

/** First word of the aliases of each kind of name, such as ARBO in `ARBO 482913`. */
export const aliasWords = {
  arbo: "ARBO",
  person: "Person",
  supplier: "Supplier",
  project: "Project",
  brand: "Brand",
  training: "Training",
  registration: "REG",
  certificate: "CERT",
} as const;
export type AliasKind = keyof typeof aliasWords;

/**
 * Kind of the names in each column, such as ARBO or person. A name gets the same alias in all columns of the same kind.
 */
const aliasKinds: Readonly<Record<string, AliasKind>> = {
  ...{ arbo_name: "arbo", former_names: "arbo", supplier_name: "supplier", prj_title: "project" },
  ...{ product_brand_name: "brand", training_title: "training", registration_number: "registration" },
  ...{ coc_or_cgs_number: "certificate" },
};

/** Kind of personal data (export/personal.ts) of the columns that contain names of persons. */
const personMark = "name of a person";

const neutralText = "Text of the training copy.";

const value = ({ name }: ExportColumn): string => `t.${identifier(name)}`;
const keep: Rule = value;
const unlessEmpty = (column: ExportColumn, expression: string): string =>
  `case when ${value(column)} <> '' then ${expression} else ${value(column)} end`;

const sentence =
  (text: string): Rule =>
  (column) =>
    unlessEmpty(column, `'${text}'`);

/** Returns SQL that applies a function of the schema `anonymous` to a column's text, or to each text of a list. */
const mapped = (call: (text: string) => string, column: ExportColumn): string =>
  column.kind === "array"
    ? `case when ${value(column)} is not null then
        array(select ${call("u.v")} from unnest(${value(column)}) with ordinality u (v, place) order by place) end`
    : unlessEmpty(column, call(value(column)));

const alias =
  (kind: AliasKind): Rule =>
  (column) =>
    mapped((text) => `anonymous.alias('${kind}', ${text})`, column);

/** Demo user who administers the row's office, as in the demo data. */
const author: Rule = (column, { columns }) => {
  const office = columns.some(({ name }) => name === "office") ? "t.office" : "null";
  return `case when ${value(column)} is not null then anonymous.author(${office}) end`;
};
const administrator: Rule = (column) =>
  `case when ${value(column)} is not null then anonymous.administrator() end`;

/**
 * Returns the rule for a column with a property of the row's file, such as the size. In the copy, the column gets the
 * property of the new file, or NULL if the row's file no longer exists.
 */
const ofFile =
  (property: string): Rule =>
  () =>
    `(select f.${property} from anonymous.files f where f.upload_id = t.upload_id)`;
const link: Rule = (column) => mapped((text) => `anonymous.link(${text})`, column);
const ofPoint =
  (property: string): Rule =>
  () =>
    `(select p.${property} from anonymous.points p where p.id = t.id)`;

/** Rules by column name. They take precedence over the rules by kind of personal data. */
const columnRules: Readonly<Record<string, Rule>> = {
  ...Object.fromEntries(Object.entries(aliasKinds).map(([name, kind]) => [name, alias(kind)])),
  ...{ user_id: author, approved_by: administrator, answered_by: administrator },
  user_name: (column) => `case when ${value(column)} is not null then 'central' end`,
  ...{ latitude: ofPoint("latitude"), longitude: ofPoint("longitude") },
  accuracy: (column) => `case when ${value(column)} is not null then 10 end`,
  ...{ upload_id: ofFile("new_id"), file_name: ofFile("file_name"), content_type: ofFile("content_type") },
  ...{ file_path: ofFile("file_path"), size: ofFile("size"), sha256: ofFile("sha256") },
  ...{ thumbnail_path: ofFile("thumbnail_path"), thumbnail_size: ofFile("thumbnail_size") },
  ...{ thumbnail_sha256: ofFile("thumbnail_sha256") },
  ...{ uploadFile: link, picture_trust_agreement: link, picture_deed_donation: link },
  coc_cgs_attachment_link: link,
  birthday: (column) =>
    `anonymous.birthday(${value(column)}, (t.time_stamp at time zone 'Asia/Manila')::date)`,
  // Do not replace ages and characteristics such as `is_pwd` (disability), because figures count them. The ages stay
  // correct: each birthday is replaced by a day that gives the same age.
  ...{ age: keep, age_base_group: keep, is_4ps_beneficiary: keep, is_solo_parent: keep },
  ...{ is_pwd: keep, is_ip: keep },
  conducted_by: sentence("Training provider"),
  // Replace these texts, because users can type names into them, although the columns are not classified as personal
  // data.
  agri_inputs: sentence("Inputs of the training copy"),
  agri_technology_inputs_provided: sentence("Inputs of the training copy"),
};

/** Names of record columns that the copy always keeps: places, ids and programmes. */
const alwaysKept =
  /^(region_name|province_name|muncity_name|barangay_name|cd|arc_.*|clusters_involved|.*_id|psp_.*|subpsp_.*|fund_source|dar_projects|record_table|field)$/;

/**
 * Checks whether users can type any text into a column that has no rule by name, such as the name of a product. The
 * copy replaces a text of this column only if the text contains the name of a person or an ARBO.
 */
export function isTyped({ columns }: ExportTable, { name, type, checks, refersTo }: ExportColumn): boolean {
  const isRecord = columns.some((column) => column.name === "row_version");
  const isFree = type === "text" && checks.length === 0 && refersTo.length === 0;
  return isRecord && isFree && !columnRules[name] && !alwaysKept.test(name);
}

const keepUnlessNamed: Rule = (column, table) =>
  isTyped(table, column)
    ? `case when ${value(column)} in (select n.text from anonymous.naming_texts n) then '${neutralText}' else ${value(column)} end`
    : value(column);

/** Rules by kind of personal data, for columns without a rule by name. A column without any rule prevents the copy. */
const markRules: Readonly<Record<string, Rule>> = {
  no: keepUnlessNamed,
  [personMark]: alias("person"),
  address: sentence("Sitio of the training copy"),
  "free text": sentence(neutralText),
  "values of other columns": () => "null",
};

/** Returns the SQL expression of a column in the copy; undefined if no rule says how to replace the column. */
export function replacementOf(table: ExportTable, column: ExportColumn): string | undefined {
  const mark = personalDataIn(table, column);
  if (mark === undefined) return undefined;
  return (columnRules[column.name] ?? markRules[mark])?.(column, table);
}

/** Returns the kind of the names in a column, such as person or ARBO; undefined if the column has no names. */
export function aliasKindOf(table: ExportTable, column: ExportColumn): AliasKind | undefined {
  return aliasKinds[column.name] ?? (personalDataIn(table, column) === personMark ? "person" : undefined);
}
