import { IconPlus } from "@tabler/icons-react";
import { type KeyboardEvent, useMemo } from "react";
import type { FilterGrammar } from "#shared/contracts/filters/conditions.ts";
import { recordByPath } from "#shared/records/index.ts";
import { Button } from "../../components/button.tsx";
import { SearchableDropdown } from "../../components/dropdown/searchable-dropdown.tsx";
import { ConditionParts } from "./condition-parts.tsx";
import classes from "./conditions.module.css";
import { type Operator, operatorsOf, operatorWords, relatedTarget, takesNoValue } from "./draft.ts";
import { targetOptions } from "./field-choice.ts";
import { alternativesOf, type Place } from "./filter-items.ts";
import { fieldNamed, wordsOf } from "./filter-words.ts";
import { type EditorProps, useEditor } from "./use-editor.ts";
import { ValueInput } from "./value-input.tsx";

interface PartProps {
  props: EditorProps;
  editor: ReturnType<typeof useEditor>;
}

export default function FilterEditor(props: EditorProps) {
  const editor = useEditor(props);
  const { draft, items, root, save, problem, alternativeTo } = editor;
  const part = { props, editor };
  /** Adds the condition on Enter. An inner editor without a started condition leaves Enter to the outer editor. */
  const press = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.defaultPrevented || !isInput(event.target)) return;
    if (draft.target !== null) {
      event.preventDefault();
      save(draft);
    }
  };
  return (
    <fieldset
      ref={root}
      className={classes.editor}
      aria-label={`Conditions on ${props.record.noun.many}`}
      onKeyDown={press}
    >
      {items.length > 0 && <ConditionList {...part} />}
      <fieldset
        className={classes.draft}
        aria-label={alternativeTo ? "New alternative" : draft.at ? "Change a condition" : "New condition"}
      >
        {alternativeTo && <p className={classes.note}>Alternative to: {alternativeTo}</p>}
        <TargetChoice {...part} />
        <Operands {...part} />
        {problem && (
          <p className={classes.problem} role="alert">
            {problem}
          </p>
        )}
        {(draft.target !== null || alternativeTo) && <Buttons {...part} />}
      </fieldset>
    </fieldset>
  );
}

/**
 * Checks whether Enter on this element adds the condition. True for inputs and closed dropdowns. Buttons and open
 * dropdowns handle Enter themselves.
 */
const isInput = (target: EventTarget): boolean =>
  target instanceof HTMLElement &&
  target.getAttribute("aria-expanded") !== "true" &&
  target.matches("input, select, [role=combobox]");

/** List of the filter's conditions, each with its alternatives ("or"). */
function ConditionList({ props: { record }, editor }: PartProps) {
  const { items, draft, addAlternative } = editor;
  return (
    <ul className={classes.list} aria-label="Conditions">
      {items.map((item, index) => {
        const words = wordsOf(record, item);
        return (
          <li key={words} className={classes.condition} data-open={draft.at?.item === index || undefined}>
            {alternativesOf(item).map((one, alternative) => (
              <Alternative
                key={wordsOf(record, one)}
                {...{ record, editor }}
                condition={one}
                place={{ item: index, alternative }}
              />
            ))}
            <Button
              look="subtle"
              icon={<IconPlus size={14} aria-hidden />}
              aria-label={`Add an alternative to ${words}`}
              onClick={() => addAlternative(index)}
            >
              Add an alternative
            </Button>
          </li>
        );
      })}
    </ul>
  );
}

interface AlternativeProps extends Pick<EditorProps, "record">, Pick<PartProps, "editor"> {
  condition: FilterGrammar;
  place: Place;
}

/**
 * One condition of the filter, or one of several conditions joined by OR. If the editor can't show the condition, the
 * user can only remove it.
 */
function Alternative({ record, editor, condition, place }: AlternativeProps) {
  const { draft, draftAt, edit, remove } = editor;
  const isOpen = draft.at?.item === place.item && draft.at.alternative === place.alternative;
  return (
    <div className={classes.row} data-open={isOpen || undefined}>
      {place.alternative > 0 && <span className={classes.or}>or</span>}
      <ConditionParts
        words={wordsOf(record, condition)}
        className={classes.sentence}
        onEdit={draftAt(place) ? () => edit(place) : null}
        onRemove={() => remove(place)}
      />
    </div>
  );
}

function TargetChoice({
  props: { record, user, depth = 1 },
  editor: { draft, choose, alternativeTo },
}: PartProps) {
  const options = useMemo(() => targetOptions(record, user, depth), [record, user, depth]);
  const label = alternativeTo ? "Add an alternative" : "Add condition";
  if (draft.target === "group") return <p className={classes.note}>Conditions that belong together</p>;
  return (
    <div data-part="field">
      <SearchableDropdown
        label={label}
        placeholder={label}
        value={draft.target}
        options={options}
        onChange={choose}
      />
    </div>
  );
}

/** Inputs of a condition. A condition on a field has an operator and values. Other conditions have an inner editor. */
function Operands(part: PartProps) {
  const { props, editor } = part;
  const { draft, setDraft, save } = editor;
  if (draft.target === null) return null;
  const field = fieldNamed(props.record, draft.target);
  if (!field) return <Where {...part} />;
  return (
    <>
      <OperatorChoice {...part} />
      {!takesNoValue(draft.operator) && (
        <div data-part="value">
          <ValueInput
            key={`${draft.target} ${draft.operator}`}
            record={props.record}
            field={field}
            operator={draft.operator}
            values={draft.values}
            onValues={(values) => setDraft({ ...draft, values })}
            onChosen={(value) => save({ ...draft, values: [value] })}
          />
        </div>
      )}
    </>
  );
}

function OperatorChoice({ props: { record }, editor: { draft, setDraft } }: PartProps) {
  const field = fieldNamed(record, draft.target ?? "");
  if (!field) return null;
  const change = (operator: Operator) => setDraft({ ...draft, operator, values: draft.values.slice(0, 1) });
  return (
    <select
      aria-label="Comparison"
      value={draft.operator}
      onChange={(event) => change(event.currentTarget.value as Operator)}
    >
      {operatorsOf(field, record).map((operator) => (
        <option key={operator} value={operator}>
          {operatorWords(operator, field)}
        </option>
      ))}
    </select>
  );
}

/** Inner editor for the conditions that related rows must meet, or for the conditions of a group. */
function Where({ props, editor: { draft, setDraft, where } }: PartProps) {
  const related = relatedTarget(draft.target);
  const record = related ? recordByPath(related.path) : props.record;
  if (!record) return null;
  return (
    <div className={classes.where} data-part="value">
      {related && <p className={classes.note}>where (optional)</p>}
      <FilterEditor
        ref={where}
        record={record}
        user={props.user}
        value={draft.where}
        depth={(props.depth ?? 1) + 1}
        onChange={(next) => setDraft({ ...draft, where: next })}
      />
    </div>
  );
}

function Buttons({ editor: { draft, save, cancel, alternativeTo } }: PartProps) {
  return (
    <div className={classes.buttons}>
      <Button look="subtle" onClick={cancel}>
        Cancel
      </Button>
      <Button onClick={() => save(draft)}>{draft.at && !alternativeTo ? "Save" : "Add"}</Button>
    </div>
  );
}
