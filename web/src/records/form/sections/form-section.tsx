/**
 * One section of a form. If a chosen row fills in all fields of the section, such as the address of an ARBO, the
 * section shows text. The button "Change" or a validation error turns the text into fields.
 */
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useFormState, useWatch } from "react-hook-form";
import type { AnyRecord, Field, FieldGroup } from "#shared/records/vocabulary/types.ts";
import { Button } from "../../../components/button.tsx";
import { Facts } from "../../../components/facts.tsx";
import { cellText } from "../../common/cell-text.ts";
import { screenFields } from "../../common/screen-fields.ts";
import form from "../fields/form.module.css";
import type { FormValues } from "../fields/form-values.ts";
import { sectionSource } from "../next/entry-order.ts";
import classes from "./section.module.css";

interface Props {
  record: AnyRecord;
  section: FieldGroup;
  readOnly: boolean;
  /** Fields to show in the section. */
  fields: readonly Field[];
  children: (field: Field) => React.ReactNode;
  /** Content between the title and the fields. */
  above?: React.ReactNode;
}

export function FormSection({ record, section, readOnly, fields, children, above }: Props) {
  const inputs = useRef<HTMLDivElement>(null);
  const [entered, setEntered] = useState(false);
  const follows = useFilledInFacts(record, section);
  const change = () => {
    flushSync(() => setEntered(true));
    inputs.current?.querySelector<HTMLElement>("input, button, textarea")?.focus();
  };
  const titleId = `section-${section.key}-title`;
  const isFacts = follows !== null && !entered;
  return (
    <section
      id={`section-${section.key}`}
      className={classes.section}
      aria-labelledby={titleId}
      tabIndex={-1}
      // Show fields from now on, because text must not replace a field while the user is editing it.
      onFocus={({ target }) => inputs.current?.contains(target) && setEntered(true)}
    >
      <div className={classes.title}>
        <h3 id={titleId}>{section.label}</h3>
        {isFacts && !readOnly && (
          <Button look="subtle" onClick={change} aria-label={`Change ${section.label}`}>
            Change
          </Button>
        )}
      </div>
      {above}
      {isFacts ? (
        follows.length > 0 ? (
          <Facts facts={follows} />
        ) : (
          <p className={classes.nothing}>Not filled in.</p>
        )
      ) : (
        <div ref={inputs} className={form.fields}>
          {fields.map(children)}
        </div>
      )}
    </section>
  );
}

/**
 * Returns the label and text of each field with a value, for a section that a chosen row has filled in. Returns null if
 * no chosen row filled in the section, or if a field has an error. The section then shows its fields.
 */
function useFilledInFacts(record: AnyRecord, { key }: FieldGroup): [string, string][] | null {
  const asked = screenFields(record).filter(({ group }) => group === key);
  const from = sectionSource(record, key);
  const { parent } = record;
  const parentNames = parent && from === parent.path ? [parent.identifier, parent.key] : [];
  const names = [...asked.map(({ name }) => name), ...parentNames];
  const values = useWatch<FormValues>({ name: names });
  const { errors } = useFormState<FormValues>({ name: names });
  if (from === null || asked.some(({ name }) => errors[name])) return null;
  const facts = asked.flatMap((field, place): [string, string][] => {
    const value = values[place] ?? null;
    return value === null ? [] : [[field.label, cellText(field, value)]];
  });
  const isFilled =
    parentNames.length > 0
      ? values.slice(asked.length).some((value) => (value ?? null) !== null)
      : facts.length > 0;
  return isFilled ? facts : null;
}
