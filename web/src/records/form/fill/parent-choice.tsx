/**
 * Control with which the user chooses the parent of a row, such as its ARBO. Shows the identifier and the name of the
 * chosen parent. For a parent that is not stored yet, the user types the name and chooses "Add New".
 */
import { useContext, useState } from "react";
import { useController, useFormState, useWatch } from "react-hook-form";
import { foldText } from "#shared/rules/text.ts";
import { SearchableDropdown } from "../../../components/dropdown/searchable-dropdown.tsx";
import { Facts } from "../../../components/facts.tsx";
import type { Row } from "../../../lib/http/api.ts";
import { useWaitingRows } from "../../../lib/outbox/waiting-rows.ts";
import { screenByPath } from "../../common/record-screens.ts";
import { hiddenColumns } from "../../common/rights.ts";
import type { FieldSlotProps } from "../../common/slots.ts";
import { fieldId } from "../fields/field-id.ts";
import classes from "../fields/form.module.css";
import { FormContext } from "../fields/form-context.ts";
import { validateOnLeave } from "../fields/form-field.tsx";
import type { FormValue, FormValues } from "../fields/form-values.ts";
import { useIsRequired } from "../fields/use-is-required.ts";
import { choiceLabel } from "./fill-values.ts";
import { parentNames } from "./parent-names.ts";
import { useCandidates } from "./use-candidates.ts";

/** @param props `field` is the form's field for the name of the parent. */
export function ParentChoice({ record, user, field }: FieldSlotProps) {
  const around = useContext(FormContext);
  const { path = "" } = record.parent ?? {};
  const { options, rows, loading, onSearch } = useParentOptions(path, user);
  const { field: bound, fieldState } = useController<FormValues>({ name: field.name });
  const { values, labels, problem } = useParentValues(record);
  const [key = null, identifier = null, title = null] = values;
  const required = useIsRequired(record, field);
  const id = fieldId(field.name);
  const noun = screenByPath(path)?.noun.one ?? field.label;
  const label = noun.charAt(0).toUpperCase() + noun.slice(1);
  const shown = [title ?? identifier, title !== null && identifier !== null && `(${identifier})`];
  return (
    <div className={classes.field} data-width="whole" data-tour="parent">
      <label htmlFor={id} id={`${id}-label`} data-required={required || undefined}>
        {label}
      </label>
      <div className={classes.parent}>
        <SearchableDropdown
          id={id}
          label={label}
          value={key === null ? (title ?? identifier)?.toString() || null : optionValue(key)}
          valueLabel={shown.filter(Boolean).join(" ")}
          options={options}
          loading={loading}
          onSearch={onSearch}
          allowNew
          invalid={problem !== undefined}
          required={required}
          describedBy={[`${id}-help`, problem && `${id}-problem`].filter(Boolean).join(" ")}
          onBlur={validateOnLeave(bound, fieldState)}
          onChange={(value) =>
            around?.parent.choose(rows.find((row) => optionValue(row.id) === value) ?? value)
          }
        />
      </div>
      <div className={classes.help} id={`${id}-help`}>
        {values.every((value) => value === null) ? (
          "Search by name, ID or place. If it is not listed, type its name and press Add New."
        ) : (
          <Facts facts={[identifier, title].map((value, at) => [labels[at] ?? "", value])} blank="None" />
        )}
      </div>
      {problem && (
        <p className={classes.problem} id={`${id}-problem`}>
          {problem}
        </p>
      )}
    </div>
  );
}

/**
 * Returns the option value of a parent, from its id or local id. The prefix "row." distinguishes the option value from
 * a name that the user typed.
 */
const optionValue = (id: FormValue): string => `row.${id}`;

/** Returns the fields that name the parent: their values, the labels of identifier and name, and an error message. */
function useParentValues(record: FieldSlotProps["record"]) {
  const names = parentNames(record);
  const values = useWatch<FormValues>({ name: names }).map((value) => value ?? null);
  const { errors } = useFormState<FormValues>({ name: names });
  return {
    values,
    labels: names.slice(1).map((name) => record.fields.find((field) => field.name === name)?.label),
    problem: names.map((name) => errors[name]?.message).find(Boolean),
  };
}

/** Searches the parents that the user can choose: new rows that wait in the outbox, and stored rows. */
function useParentOptions(path: string, user: FieldSlotProps["user"]) {
  const { record, rows, loading, onSearch } = useCandidates(path);
  const [text, setText] = useState("");
  const typed = foldText(text);
  const waitingLabel = (row: Row) => `${row[record?.title ?? ""] ?? "New"} (waits to be sent)`;
  const waiting = useWaitingRows(path).filter((row) => foldText(waitingLabel(row)).includes(typed));
  const same = record ? hiddenColumns(record, user) : [];
  // True if the user typed exactly the ARBO ID of the row. Such rows come before rows whose IDs only begin with the
  // typed text.
  const isTyped = (row: Row) => foldText(String(row[record?.parent?.identifier ?? ""] ?? "")) === typed;
  const inOrder = [...rows.filter(isTyped), ...rows.filter((row) => !isTyped(row))];
  return {
    rows: [...waiting, ...rows],
    options: [
      ...waiting.map((row) => ({ value: optionValue(row.id), label: waitingLabel(row) })),
      ...(record
        ? inOrder.map((row) => ({ value: optionValue(row.id), label: choiceLabel(record, row, same) }))
        : []),
    ],
    loading,
    onSearch: (wanted: string) => {
      setText(wanted);
      onSearch(wanted);
    },
  };
}
