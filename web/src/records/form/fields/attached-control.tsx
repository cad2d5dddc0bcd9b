/**
 * Control of a field whose value can include links to attached files: an input for typed text above the list of files.
 */
import { type ComponentType, Suspense, useContext } from "react";
import { Skeleton } from "../../../components/button.tsx";
import { attachedCount } from "../../../lib/file-links.ts";
import type { ControlProps } from "./control-props.ts";
import classes from "./form.module.css";
import { FormContext } from "./form-context.ts";
import { useFilledParts } from "./use-filled-parts.ts";

export function AttachedControl({ Typed, ...props }: ControlProps & { Typed: ComponentType<ControlProps> }) {
  const around = useContext(FormContext);
  const Attached = around?.slots?.Attached;
  const chosen = useFilledParts(around?.files);
  // Hide the text input if the field takes a single item and a file is attached, because the file is this item.
  const { name, kind } = props.field;
  const isFull = kind !== "list" && (attachedCount(around?.row?.[name]) > 0 || chosen.includes(name));
  return (
    <div
      className={classes.attached}
      {...(isFull
        ? { id: props.id, tabIndex: -1, role: "group", "aria-labelledby": `${props.id}-label` }
        : {})}
    >
      {!isFull && <Typed {...props} />}
      {around && Attached && (
        <Suspense fallback={<Skeleton height={36} />}>
          <Attached
            record={props.record}
            field={props.field}
            row={around.row}
            refused={around.readOnly}
            onChanged={around.follow}
          />
        </Suspense>
      )}
    </div>
  );
}
