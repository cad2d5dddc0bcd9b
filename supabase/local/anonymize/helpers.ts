/**
 * Creates the schema `anonymous` in the restored original. Its tables have the new names, coordinates and files that
 * the rules look up. The schema is deleted together with the original.
 */
import type pg from "pg";
import { identifier } from "#shared/server/sql/sql.ts";
import type { UserIds } from "../../../seed/users.ts";
import type { ExportTable } from "../export/catalog.ts";
import { personalDataIn } from "../export/personal.ts";
import { fillAliases } from "./aliases.ts";
import { ByteSearch } from "./byte-search.ts";
import { isTyped } from "./rules.ts";

const functions = `
  create schema anonymous;
  create table anonymous.aliases (kind text, folded text, alias text not null, primary key (kind, folded));
  create function anonymous.alias(wanted text, original text) returns text language sql stable as $$
    select a.alias from anonymous.aliases a where a.kind = wanted and a.folded = private.fold_name(original) $$;

  -- Returns a random other day on which a person was born who has the same age on the given day.
  create function anonymous.birthday(original date, day date) returns date language plpgsql volatile as $$
  declare
    age constant integer := private.age_on(original, day);
    first constant date := (day - make_interval(years => age + 1))::date + 1;
    days constant integer := (day - make_interval(years => age))::date - first + 1;
    moved date;
  begin
    if original is null then
      return null;
    end if;
    loop
      moved := first + floor(random() * days)::integer;
      exit when moved <> original and private.age_on(moved, day) = age;
    end loop;
    return moved;
  end $$;

  -- Returns a random point of the cell of 0.1 degrees (about 11 km) in which a point lies, so that the copy says no more
  -- than the cell. The point is inside or outside the outline of the province as the original is.
  create function anonymous.point_near(region text, province text, x numeric, y numeric) returns point
    language plpgsql volatile as $$
  declare
    wanted constant text := private.outside_outline(region, province, x, y);
    found point;
  begin
    for attempt in 1..500 loop
      -- After 100 attempts, the eight cells around it count, too.
      found := point(
        floor(x * 10) / 10.0 + (case when attempt > 100 then random() * 3 - 1 else random() end) / 10,
        floor(y * 10) / 10.0 + (case when attempt > 100 then random() * 3 - 1 else random() end) / 10);
      exit when private.outside_outline(region, province, found[0]::numeric(9, 6), found[1]::numeric(8, 6))
        is not distinct from wanted;
    end loop;
    return found;
  end $$;
  create table anonymous.points as
    select g.id, p.point[1]::numeric(8, 6) as latitude, p.point[0]::numeric(9, 6) as longitude
    from public.form_11_geotags g
    cross join lateral anonymous.point_near(g.region_name, g.province_name, g.longitude, g.latitude) p (point);
  alter table anonymous.points add primary key (id);

  create table anonymous.naming_texts (text text primary key);
  create table anonymous.files (
    upload_id uuid primary key, new_id uuid not null, file_name text, content_type text, file_path text, size bigint,
    sha256 text, thumbnail_path text, thumbnail_size bigint, thumbnail_sha256 text);
  create index on anonymous.files ((upload_id::text));
  create function anonymous.link(original text) returns text language sql stable as $$
    select coalesce((select private.attachment_link(f.new_id) from anonymous.files f
      where private.is_attachment_link(original) and f.upload_id::text = substr(original, 17)), 'document.pdf') $$;`;

/**
 * Office of the provincial demo user, who becomes the author of the office's rows. The regional demo user becomes the
 * author of the region's other rows.
 */
const [demoRegion, demoProvince] = ["Region III (Central Luzon)", "Nueva Ecija"];

function userFunctions(users: UserIds): string {
  const id = (username: string) => `'${users.get(username)}'::uuid`;
  return `
    create function anonymous.administrator() returns uuid language sql immutable as $$ select ${id("admin")} $$;
    create function anonymous.author(office text) returns uuid language sql immutable as $$
      select case
        when office = '${demoRegion} / ${demoProvince}' then ${id("provincial")}
        when office like '${demoRegion} / %' then ${id("regional")}
        else ${id("central")}
      end $$;`;
}

/**
 * Finds the typed texts that contain the name of an ARBO or a person, and fills `anonymous.naming_texts` with them.
 * Does not search for names of a single word, because many of these names are also ordinary words or places.
 * @returns Number of different texts.
 */
async function fillNamingTexts(client: pg.Client, tables: readonly ExportTable[]): Promise<number> {
  const sources = tables.flatMap((table) =>
    table.columns
      .filter((column) => personalDataIn(table, column) === "no" && isTyped(table, column))
      .map(
        ({ name }) => `select ${identifier(name)} from ${identifier(table.schema)}.${identifier(table.name)}`,
      ),
  );
  const texts = await client.query<{ text: string; folded: string }>(
    `select t.text, private.fold_name(t.text) as folded from (${sources.join(" union ")}) t (text) where t.text <> ''`,
  );
  const names = await client.query<{ folded: string }>(
    "select folded from anonymous.aliases where kind in ('arbo', 'person') and length(folded) > 7 and folded like '% %'",
  );
  const search = new ByteSearch(names.rows.map(({ folded }) => folded));
  const naming = texts.rows.filter(({ folded }) => search.in(Buffer.from(folded)).size > 0);
  await client.query("insert into anonymous.naming_texts select distinct unnest($1::text[])", [
    naming.map(({ text }) => text),
  ]);
  return naming.length;
}

/**
 * Creates and fills the schema `anonymous`.
 * @returns Number of different typed texts that contain the name of an ARBO or a person.
 * @param users Ids of the demo users in the copy, by username.
 */
export async function createHelpers(
  client: pg.Client,
  tables: readonly ExportTable[],
  users: UserIds,
): Promise<number> {
  await client.query(functions);
  await client.query(userFunctions(users));
  await fillAliases(client, tables);
  return fillNamingTexts(client, tables);
}
