/** The bar that sets an Explore query: record type, up to two row fields, column field and value. */
import { type ReactNode, useEffect, useId } from "react";
import { fullLabel } from "#shared/records/vocabulary/full-label.ts";
import type { Option } from "../../../components/dropdown/dropdown-props.ts";
import { SearchableDropdown } from "../../../components/dropdown/searchable-dropdown.tsx";
import { recordScreens, screenByPath } from "../../../records/common/record-screens.ts";
import classes from "../common/explore.module.css";
import type { QuestionProps } from "./explore-props.ts";
import { defaultQuestion, type Question } from "./question.ts";
import { groupNamed, groupOptions, valueOptions, valueText } from "./question-fields.ts";

export const recordOptions: Option[] = recordScreens
  .filter((screen) => screen.tab === undefined && screenByPath(screen.path) === screen)
  .map(({ path }) => ({ value: path, label: labelOf(path) }));

/**
 * Returns the labels of all screens that show the rows of a path, because a query covers the rows of all these screens.
 */
function labelOf(path: string): string {
  const shown = recordScreens.filter((screen) => screen.path === path);
  return fullLabel({ section: shown[0]?.section ?? "", label: shown.map(({ label }) => label).join(", ") });
}

interface RecordChoiceProps {
  path: string | undefined;
  /** True if no record type is chosen yet. The dropdown then gets the focus, so that the user can type at once. */
  isFirst: boolean;
  onChoose: (path: string | null) => void;
}

export function RecordChoice({ path, isFirst, onChoose }: RecordChoiceProps) {
  const id = useId();
  useEffect(() => {
    if (isFirst) document.getElementById(id)?.focus();
  }, [id, isFirst]);
  return (
    <Part label="Records" wide>
      <SearchableDropdown
        id={id}
        label="Records"
        value={path ?? null}
        options={recordOptions}
        placeholder="Choose records"
        onChange={onChoose}
      />
    </Part>
  );
}

export function QuestionBar({ record, user, question, onAsk }: QuestionProps) {
  const groups = groupOptions(record, user);
  const { rows, columns, value } = question;
  const setRow = (at: number, name: string | null) => {
    const next = [...rows];
    next.splice(at, 1, ...(name === null ? [] : [name]));
    // Each field can be used only once. A column field that becomes a row field is therefore removed from the columns.
    onAsk({ rows: [...new Set(next)], columns: columns === name ? null : columns });
  };
  const group = (label: string, chosen: string | null, choose: (name: string | null) => void) => (
    <Part label={label}>
      <SearchableDropdown
        label={label}
        value={chosen}
        valueLabel={chosen === null ? undefined : groupNamed(record, user, chosen)?.label}
        options={groups}
        placeholder="None"
        onChange={choose}
      />
    </Part>
  );
  return (
    <>
      {group("Rows", rows[0] ?? null, (name) => setRow(0, name))}
      {rows.length > 0 && group("Then by", rows[1] ?? null, (name) => setRow(1, name))}
      {group("Columns", columns, (name) =>
        onAsk({ columns: name, rows: rows.filter((row) => row !== name) }),
      )}
      <Part label="Value" wide>
        <SearchableDropdown
          label="Value"
          value={valueText(value)}
          options={valueOptions(record, user)}
          onChange={(text) => {
            const [kind, field] = (text ?? "").split(".");
            onAsk({
              value: text
                ? ({ kind, ...(field !== undefined && { field }) } as Question["value"])
                : defaultQuestion(record, user).value,
            });
          }}
        />
      </Part>
    </>
  );
}

const Part = (props: { label: string; wide?: boolean; children: ReactNode }) => (
  <div className={classes.part} data-wide={props.wide || undefined}>
    <span aria-hidden="true">{props.label}</span>
    {props.children}
  </div>
);
