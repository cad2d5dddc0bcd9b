/**
 * Panel in which the user chooses a row, such as a project, to fill in fields of the form. After a confirmation, fills
 * in values of that row and of the chosen organization (spec section 2).
 */

import { useContext, useId, useState } from "react";
import { useFormContext } from "react-hook-form";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { Button } from "../../../components/button.tsx";
import { SearchableDropdown } from "../../../components/dropdown/searchable-dropdown.tsx";
import type { Row } from "../../../lib/http/api.ts";
import { FormContext } from "../fields/form-context.ts";
import type { FormValues } from "../fields/form-values.ts";
import classes from "./fill.module.css";
import { FillConfirm } from "./fill-confirm.tsx";
import { choiceLabel, type FillChange, fillChanges, fillPaths } from "./fill-values.ts";
import { useCandidates } from "./use-candidates.ts";

type Chosen = Readonly<Record<string, Row>>;

export function FillPanel({ record, section }: { record: AnyRecord; section: string }) {
  const paths = fillPaths(record, section);
  const parent = useContext(FormContext)?.parent.row;
  const form = useFormContext<FormValues>();
  const [chosen, setChosen] = useState<Chosen>({});
  const [asked, setAsked] = useState<FillChange[] | null>(null);
  const [notice, setNotice] = useState("");
  const id = useId();
  if (paths.length === 0) return null;

  const ask = () => {
    const sources = parent ? { ...chosen, [record.parent?.path ?? ""]: parent } : chosen;
    const changes = fillChanges(record, sources, form.getValues());
    setNotice(changes.length === 0 ? "The form already has these values." : "");
    setAsked(changes.length === 0 ? null : changes);
  };
  const fill = (changes: readonly FillChange[]) => {
    for (const { name, after } of changes) {
      form.setValue(name, after, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
    }
    setAsked(null);
    setNotice(`${changes.length} ${changes.length === 1 ? "field is" : "fields are"} filled in.`);
  };
  return (
    <section className={classes.panel} aria-labelledby={`${id}-title`}>
      <h4 id={`${id}-title`}>Fill in from</h4>
      <div className={classes.choices}>
        {paths.map((path) => (
          <Choice
            key={path}
            path={path}
            chosen={chosen[path] ?? null}
            onChoose={(row) => {
              const { [path]: _, ...others } = chosen;
              setChosen(row ? { ...others, [path]: row } : others);
              setNotice("");
            }}
          />
        ))}
        <Button look="default" disabled={Object.keys(chosen).length === 0} onClick={ask}>
          Fill in…
        </Button>
        <span role="status" className={classes.notice}>
          {notice}
        </span>
      </div>
      {asked && <FillConfirm record={record} changes={asked} onFill={fill} onClose={() => setAsked(null)} />}
    </section>
  );
}

function Choice(props: { path: string; chosen: Row | null; onChoose: (row: Row | null) => void }) {
  const { record, rows, loading, onSearch } = useCandidates(props.path);
  const id = useId();
  if (!record) return null;
  const { noun } = record;
  const label = noun.one.charAt(0).toUpperCase() + noun.one.slice(1);
  // Keep the chosen row selectable when a new search no longer returns it.
  const known = props.chosen ? [props.chosen, ...rows] : rows;
  return (
    <div className={classes.choice}>
      <label htmlFor={id}>{label}</label>
      <SearchableDropdown
        id={id}
        label={label}
        value={props.chosen ? String(props.chosen.id) : null}
        options={rows.map((row) => ({ value: String(row.id), label: choiceLabel(record, row) }))}
        loading={loading}
        onSearch={onSearch}
        onChange={(value) => props.onChoose(known.find((row) => String(row.id) === value) ?? null)}
      />
    </div>
  );
}
