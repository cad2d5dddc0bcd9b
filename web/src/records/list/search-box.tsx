/** Searches over all values of a list while somebody types. */
import { IconSearch } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { useDebounced } from "../../lib/use-debounced.ts";
import classes from "../common/record-screen.module.css";

export function SearchBox(props: { value: string; noun: string; onChange: (text: string) => void }) {
  const [text, setText] = useState(props.value);
  const settled = useDebounced(text, 300);
  const [sent, setSent] = useState(props.value);
  // The address changed by another way (Back, a saved view): the box follows it.
  if (props.value !== sent) {
    setSent(props.value);
    setText(props.value);
  }
  const { onChange } = props;
  useEffect(() => {
    if (settled.trim() === sent || settled !== text) return;
    setSent(settled.trim());
    onChange(settled.trim());
  }, [settled, sent, text, onChange]);
  return (
    <label className={classes.search}>
      <IconSearch size={16} aria-hidden />
      <span className="visually-hidden">Search in all values of the {props.noun}</span>
      <input
        type="search"
        placeholder="Search all values"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
    </label>
  );
}
