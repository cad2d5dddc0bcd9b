/** A field that holds links to files: what is typed stays an input, the attached files stand below it. */
import { type ComponentType, Suspense, useContext } from "react";
import { Skeleton } from "../../../components/button.tsx";
import { attachedCount } from "../../common/file-links.ts";
import type { ControlProps } from "./control-props.ts";
import classes from "./form.module.css";
import { FormAroundContext } from "./form-around.ts";

export function AttachedControl({ Typed, ...props }: ControlProps & { Typed: ComponentType<ControlProps> }) {
  const around = useContext(FormAroundContext);
  const Attached = around?.slots?.Attached;
  // A single field holds the newest file, and nothing else beside it.
  const isFull = props.field.kind !== "list" && attachedCount(around?.row?.[props.field.name]) > 0;
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
