/** Pending rows per form (record type) and office: the request for the counts, and the links to the lists. */
import type { DataOf } from "#shared/contracts/index.ts";
import { api } from "../../lib/http/api.ts";
import { call } from "../../lib/http/http.ts";
import { listBody } from "../common/list-body.ts";
import { linkTo, loadRecord, screenByRoute } from "../common/record-screens.ts";
import type { RecordSearch } from "../common/record-search.ts";

export type FormToReview = DataOf<"POST /api/review-by-form">[number];
export type OfficeToReview = FormToReview["offices"][number];

type Where = NonNullable<RecordSearch["where"]>;

const places = ["region_name", "province_name"] as const;

/** Returns the region and province filters of a list, without the other filters. */
export const placesIn = (where: Readonly<Record<string, unknown>> = {}): Where =>
  Object.fromEntries(
    places.flatMap((name) => {
      const value = where[name];
      return typeof value === "string" ? [[name, value]] : [];
    }),
  );

/** Query for the pending rows by form. Always fetches again, because each approval changes the counts. */
export const reviewByFormQuery = (where: Where) => ({
  queryKey: ["reports", "review-by-form", where],
  meta: { offline: "report" },
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    call("POST /api/review-by-form", placesIn(where), { signal }),
  staleTime: 0,
});

/** Returns the number of waiting rows without an unusual value that the user may approve. */
export const restOf = ({ to_review, unusual, own }: FormToReview): number => to_review - unusual - own;

/** The numbers that the review queue shows per form. Each number opens a list. */
export type Waiting = "to_review" | "unusual" | "returned";

/**
 * Returns the search parameters of the list behind a number in the review queue.
 * @param office Office whose rows were counted; undefined for all offices.
 */
export function waitingSearch(form: FormToReview, which: Waiting, office?: OfficeToReview): RecordSearch {
  const { filters, route } = form.drill;
  const review = which === "returned" ? "returned" : "to_review";
  const check = which === "unusual" ? "unusual" : undefined;
  // Use the URL parameter `about` for rows without a province, such as those of a regional office, because the filters
  // of a list can't select them.
  if (office && (office.region_name === null || office.province_name === null)) {
    const { fixed } = screenByRoute(route) ?? {};
    const about = { region_name: [office.region_name ?? ""], province_name: [office.province_name ?? ""] };
    return { review, check, about: { ...(fixed as Where | undefined), ...about } };
  }
  const where = { ...placesIn(filters), ...placesIn(office) };
  return { review, check, where: Object.keys(where).length > 0 ? where : undefined };
}

/** Returns the address of a form's list. The first row of the list is open in the pane. */
export async function addressOfFirst({ form, which }: { form: FormToReview; which: Waiting }) {
  const { route } = form.drill;
  const search = waitingSearch(form, which);
  const [screen, record] = [screenByRoute(route), await loadRecord(route)];
  if (!screen || !record) return { to: "/homepage/forms" } as const;
  const { data } = await api.list(record.path, { ...listBody(record, search), page_size: 1 });
  return { ...linkTo(screen), search: { ...search, row: data[0]?.id } };
}

/**
 * Returns the next form that has rows of the given kind. Starts after the form with the given route. Wraps around at
 * the end of the list.
 */
export function findNextForm(
  forms: readonly FormToReview[],
  route: string,
  which: Waiting,
): FormToReview | undefined {
  const at = forms.findIndex(({ drill }) => drill.route === route);
  const inOrder = [...forms.slice(at + 1), ...forms.slice(0, Math.max(at, 0))];
  return inOrder.find((form) => form[which] > 0);
}
