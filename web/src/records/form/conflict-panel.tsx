/**
 * Panel that is shown after another user has saved the same row (409 conflict). Lists the changes of both users and
 * lets the user choose between them. On a phone, each field has a block of its own.
 */

import { useEffect, useRef, useState } from "react";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { Button } from "../../components/button.tsx";
import { Group } from "../../components/layout.tsx";
import { Notice } from "../../components/notice.tsx";
import classes from "./fields/form.module.css";
import type { FormValue, FormValues } from "./fields/form-values.ts";
import type { OpenConflict } from "./form-flow.ts";
import { type Choice, merge } from "./saving/conflict.ts";

interface Props {
  record: AnyRecord;
  conflict: OpenConflict;
  base: FormValues;
  /** Sentence that tells the user what happens after the choice. */
  then?: string;
  /** Called with the merged values after the user has chosen. */
  onMerged: (values: FormValues) => void;
}

const shown = (value: FormValue | undefined): string =>
  value === null || value === undefined || value === "" ? "(empty)" : String(value);

export function ConflictPanel({ record, conflict, base, then, onMerged }: Props) {
  const { theirs, mine } = conflict;
  const [choices, setChoices] = useState<Record<string, Choice>>({});
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const label = (name: string) => record.fields.find((field) => field.name === name)?.label ?? name;
  const all = (choice: Choice) =>
    onMerged(
      choice === "theirs"
        ? theirs
        : merge(conflict, theirs, mine, Object.fromEntries(conflict.contested.map((name) => [name, choice]))),
    );
  return (
    <Notice tone="warn" role="region" aria-labelledby="conflict-title">
      <h3 id="conflict-title" ref={heading} tabIndex={-1}>
        Someone else saved this {record.noun.one} after you opened it
      </h3>
      <p>
        Your entries are still here.{" "}
        {then ? `Choose what to keep. ${then}` : "Choose what to keep, then press Update again."}
      </p>
      {conflict.contested.length > 0 && (
        <table className={classes.conflict}>
          <caption>Changed by both</caption>
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">Before</th>
              <th scope="col">Theirs</th>
              <th scope="col">Mine</th>
            </tr>
          </thead>
          <tbody>
            {conflict.contested.map((name) => (
              <tr key={name}>
                <th scope="row">{label(name)}</th>
                <td data-column="Before">{shown(base[name])}</td>
                {(["theirs", "mine"] as const).map((side) => (
                  <td key={side} data-column={side === "mine" ? "Mine" : "Theirs"}>
                    <label>
                      <input
                        type="radio"
                        name={`conflict-${name}`}
                        checked={(choices[name] ?? "mine") === side}
                        onChange={() => setChoices({ ...choices, [name]: side })}
                      />
                      {shown(side === "mine" ? mine[name] : theirs[name])}
                      <span className="visually-hidden"> ({side})</span>
                    </label>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {conflict.theirsOnly.length > 0 && (
        <p>
          Only they changed:{" "}
          {conflict.theirsOnly.map((name) => `${label(name)} (now ${shown(theirs[name])})`).join(", ")}.
        </p>
      )}
      {conflict.mineOnly.length > 0 && <p>Only you changed: {conflict.mineOnly.map(label).join(", ")}.</p>}
      <Group>
        <Button onClick={() => onMerged(merge(conflict, theirs, mine, choices))}>
          Keep the chosen values
        </Button>
        <Button look="default" onClick={() => all("mine")}>
          Keep all of mine
        </Button>
        <Button look="default" onClick={() => all("theirs")}>
          Use all of theirs
        </Button>
      </Group>
    </Notice>
  );
}
