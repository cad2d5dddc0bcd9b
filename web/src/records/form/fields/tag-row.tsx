/** Shows the items of a list, each with a remove button. */
import { IconX } from "@tabler/icons-react";
import classes from "./form.module.css";

interface Props {
  items: readonly string[];
  /** Returns the label of an item. Default: the item itself. */
  nameOf?: (item: string) => string;
  onChange: (items: string[]) => void;
}

export function TagRow({ items, nameOf = String, onChange }: Props) {
  return items.map((item) => (
    <span key={item} className={classes.tag}>
      {nameOf(item)}
      <button
        type="button"
        aria-label={`Remove ${nameOf(item)}`}
        onClick={() => onChange(items.filter((other) => other !== item))}
      >
        <IconX size={13} aria-hidden />
      </button>
    </span>
  ));
}
