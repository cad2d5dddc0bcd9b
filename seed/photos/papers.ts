/**
 * Plans the demo's attached documents: the trust agreement and the deed of donation of a machine, and the list of
 * recipients of a support (a Form 11 accomplishment).
 */
import type { Database } from "#shared/server/sql/sql.ts";
import { uuidOf } from "./plan.ts";

export interface Paper {
  uploadId: string;
  table: "fme_inventory_table" | "form11_accomps";
  id: number;
  region_name: string;
  province_name: string;
  field: string;
  caption: string;
  fileName: string;
  lines: readonly string[];
}

interface Owner {
  id: number;
  thing: string;
  arbo_name: string;
  region_name: string;
  province_name: string;
}

/** Chooses rows of the demo users' province that are not approved, because approved records accept no files. */
export async function chosenPapers(sql: Database): Promise<Paper[]> {
  const [machine] = await sql<(Owner & { trust: string; deed: string })[]>`
    select id::float8, prj_title as thing, arbo_name, region_name, province_name,
      trust_agreement_date::text as trust, deed_donation_date::text as deed
    from public.fme_inventory_table
    where province_name = 'Nueva Ecija' and process_stage is distinct from 'Approved'
      and trust_agreement_date is not null and deed_donation_date is not null
      and prj_title is not null and arbo_name is not null
    order by id limit 1`;
  const [support] = await sql<(Owner & { day: string })[]>`
    select id::float8, hard_component as thing, arbo_name, region_name, province_name, date_distributed::text as day
    from public.form11_accomps
    where province_name = 'Nueva Ecija' and process_stage is distinct from 'Approved' and status <> 'Target'
      and date_distributed is not null and hard_component is not null and arbo_name is not null
    order by id limit 1`;
  const papers: Paper[] = [];
  if (machine) {
    papers.push(
      paper(machine, "fme_inventory_table", "picture_trust_agreement", "Trust agreement", machine.trust),
      paper(machine, "fme_inventory_table", "picture_deed_donation", "Deed of donation", machine.deed),
    );
  }
  if (support)
    papers.push(paper(support, "form11_accomps", "uploadFile", "Acknowledgement receipt", support.day));
  return papers;
}

function paper(
  { id, thing, arbo_name, region_name, province_name }: Owner,
  table: Paper["table"],
  field: string,
  caption: string,
  day: string,
): Paper {
  return {
    uploadId: uuidOf(`paper/${table}/${id}/${field}`),
    table,
    id,
    region_name,
    province_name,
    field,
    caption,
    fileName: `${caption.toLowerCase().replaceAll(" ", "-")}-${day}.pdf`,
    lines: [
      caption.toUpperCase(),
      `Item: ${plain(thing)}`,
      `Organization: ${plain(arbo_name)}`,
      `Place: ${plain(province_name)}`,
      `Day: ${day}`,
      "",
      "A sample document of the demonstration. It proves nothing.",
    ],
  };
}

/** Replaces the characters that pdfOf cannot print, because pdfOf accepts only plain ASCII without brackets. */
const plain = (text: string): string =>
  text
    .normalize("NFD")
    .replaceAll(/[^ -~]/g, "")
    .replaceAll(/[()\\]/g, " ");
