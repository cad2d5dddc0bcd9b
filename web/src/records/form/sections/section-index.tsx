/** Links to the sections of a form, each with its state: filled in, incomplete or with an error. */
import { IconAlertCircle, IconCircleCheck, IconCircleDashed } from "@tabler/icons-react";
import { useFormState, useWatch } from "react-hook-form";
import type { AnyRecord, FieldGroup } from "#shared/records/vocabulary/types.ts";
import type { FormValues } from "../fields/form-values.ts";
import classes from "./section.module.css";
import { type SectionState, sectionStates } from "./section-states.ts";

const shown = {
  wrong: { Icon: IconAlertCircle, label: "has an error", title: "An entry in this section has an error." },
  missing: {
    Icon: IconCircleDashed,
    label: "incomplete",
    title: "A required field of this section is empty.",
  },
  done: { Icon: IconCircleCheck, label: "done", title: "All required fields of this section are filled in." },
} as const satisfies Record<Exclude<SectionState, "untouched">, object>;

export function SectionIndex({ record, sections }: { record: AnyRecord; sections: readonly FieldGroup[] }) {
  const values = useWatch<FormValues>() as FormValues;
  const { errors } = useFormState<FormValues>();
  const states = sectionStates(record, sections, values, new Set(Object.keys(errors)));
  return (
    <nav className={classes.index} aria-label="Sections">
      {sections.map(({ key, label }) => {
        const state = states.get(key) ?? "untouched";
        const mark = state === "untouched" ? null : shown[state];
        return (
          <a key={key} href={`#section-${key}`} data-state={state} title={mark?.title} onClick={jumpTo}>
            {mark && <mark.Icon size={14} role="img" aria-label={`${mark.label}:`} />}
            {label}
          </a>
        );
      })}
    </nav>
  );
}

function jumpTo(event: React.MouseEvent<HTMLAnchorElement>): void {
  event.preventDefault();
  const section = document.getElementById(event.currentTarget.hash.slice(1));
  section?.scrollIntoView();
  section?.querySelector<HTMLElement>("input, button, textarea")?.focus({ preventScroll: true });
}
