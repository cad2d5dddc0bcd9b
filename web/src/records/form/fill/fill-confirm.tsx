/**
 * Confirmation before a chosen row fills in fields of a form. Shows old and new values and lets the user deselect
 * fields.
 */

import { useState } from "react";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { Button } from "../../../components/button.tsx";
import { Group } from "../../../components/layout.tsx";
import { Modal } from "../../../components/overlays/dialog.tsx";
import { plainValue } from "../../../lib/plain-value.ts";
import type { FormValue } from "../fields/form-values.ts";
import classes from "./fill.module.css";
import type { FillChange } from "./fill-values.ts";

interface Props {
  record: AnyRecord;
  changes: readonly FillChange[];
  onFill: (changes: readonly FillChange[]) => void;
  onClose: () => void;
}

export function FillConfirm({ record, changes, onFill, onClose }: Props) {
  const [left, setLeft] = useState<readonly string[]>([]);
  const wanted = changes.filter(({ name }) => !left.includes(name));
  const overwritten = wanted.filter(({ before }) => before !== null).length;
  const shown = (name: string, value: FormValue) => {
    const field = record.fields.find((one) => one.name === name);
    return value === null ? <span className={classes.empty}>empty</span> : plainValue(field, value);
  };
  return (
    <Modal onClose={onClose} title="Fill in these fields?" size="xl">
      <p>
        {wanted.length} of {changes.length} fields will be filled in. {overwritten === 0 ? "No" : overwritten}{" "}
        existing {overwritten === 1 ? "value is" : "values are"} overwritten. You can still edit all of them.
      </p>
      <table className={classes.changes}>
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Now</th>
            <th scope="col">New</th>
          </tr>
        </thead>
        <tbody>
          {changes.map(({ name, label, before, after }) => (
            <tr key={name} data-overwrites={before !== null || undefined}>
              <th scope="row">
                <label>
                  <input
                    type="checkbox"
                    checked={!left.includes(name)}
                    onChange={(event) =>
                      setLeft(
                        event.currentTarget.checked ? left.filter((one) => one !== name) : [...left, name],
                      )
                    }
                  />
                  {label}
                </label>
              </th>
              <td>{shown(name, before)}</td>
              <td>{shown(name, after)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Group at="end">
        <Button look="default" onClick={onClose}>
          Cancel
        </Button>
        <Button data-autofocus disabled={wanted.length === 0} onClick={() => onFill(wanted)}>
          Fill in {wanted.length} {wanted.length === 1 ? "field" : "fields"}
        </Button>
      </Group>
    </Modal>
  );
}
