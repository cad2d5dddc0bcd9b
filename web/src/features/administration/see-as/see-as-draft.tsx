/**
 * "See as" preview of an unsaved role. The administrator selects an office; the database computes what its users could
 * see and do.
 */

import { IconEye } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { rankOf, scopeOf, seesEverything } from "#shared/access/levels.ts";
import { splitList } from "#shared/rules/text.ts";
import { Button } from "../../../components/button.tsx";
import type { Level, Right } from "../../../lib/current-user.ts";
import { useDebounced } from "../../../lib/hooks/use-debounced.ts";
import { QueryBoundary } from "../../../records/common/query-boundary.tsx";
import { addRefusal } from "../../../records/common/rights.ts";
import type { FormSlotProps } from "../../../records/common/slots.ts";
import type { Where } from "../../../records/list/chosen-filters.ts";
import { PlaceFilters } from "../common/filter-fields.tsx";
import classes from "./see-as.module.css";
import { type RoleDraft, seeAs } from "./see-as-api.ts";
import { SeenPanel } from "./seen-panel.tsx";

/** Returns the form values as a role, or null if the level is not selected. */
export function draftOf(values: FormSlotProps["values"]): RoleDraft | null {
  const { status } = values;
  if (typeof status !== "string" || rankOf(status) === 0) return null;
  return {
    rolename: splitList(values.rolename),
    roletype: typeof values.roletype === "string" ? values.roletype : null,
    route: splitList(values.route),
    access_controls: splitList(values.access_controls) as Right[],
    status: status as Level,
  };
}

/** Returns a sentence that asks for the missing input; null if the input is complete. */
export function missing(level: Level | undefined, place: Where): string | null {
  if (!level) return "Choose the level of the role first.";
  const missingColumn = scopeOf(level)?.find((column) => !place[column]);
  return missingColumn ? `Choose a ${missingColumn.replace("_name", "")} for the preview.` : null;
}

/**
 * The preview of a role. Only users who can add roles see it, because the server refuses the request of other users.
 */
export default function SeeAsDraft(props: FormSlotProps) {
  return addRefusal(props.record, props.user) === null && <DraftPreview {...props} />;
}

function DraftPreview({ user, values }: FormSlotProps) {
  const [open, setOpen] = useState(false);
  const [place, setPlace] = useState<Where>(() => ({
    ...(user.region_name ? { region_name: user.region_name } : {}),
    ...(user.province_name ? { province_name: user.province_name } : {}),
  }));
  const { level, missingFact, seen } = usePreview(values, place, open);
  return (
    <section className={classes.draft} aria-labelledby="see-as-title">
      <div className={classes.head}>
        <h3 id="see-as-title">See as</h3>
        <Button
          look="default"
          icon={<IconEye size={15} aria-hidden />}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {open ? "Hide the preview" : "See as this role"}
        </Button>
      </div>
      {open && (
        <>
          <p className={classes.lead}>
            This is what a user with this role would see. You do not have to save the role first.
          </p>
          {!seesEverything(level) && (
            <div className={classes.places}>
              <PlaceFilters where={place} onWhere={setPlace} />
            </div>
          )}
          {missingFact ? (
            <p role="status">{missingFact}</p>
          ) : (
            <QueryBoundary asked={seen} loading="Loading the preview">
              {(data) => <SeenPanel seen={data} />}
            </QueryBoundary>
          )}
        </>
      )}
    </section>
  );
}

/**
 * Requests the preview of the unsaved role for the selected office. Returns the preview, and a sentence that asks for
 * missing input.
 */
function usePreview(values: FormSlotProps["values"], place: Where, enabled: boolean) {
  // Compare roles as JSON strings, so that a new object with equal values doesn't trigger a new request.
  const draft = JSON.parse(useDebounced(JSON.stringify(draftOf(values)), 300)) as RoleDraft | null;
  const missingFact = missing(draft?.status, place);
  const eyes = draft && {
    role: draft,
    region_name: place.region_name ?? null,
    province_name: place.province_name ?? null,
  };
  const seen = useQuery({
    queryKey: ["see-as", eyes],
    queryFn: ({ signal }) => {
      if (!eyes) throw new Error("There is no role to preview.");
      return seeAs(eyes, signal);
    },
    enabled: enabled && eyes !== null && missingFact === null,
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  return { level: draft?.status, missingFact, seen };
}
