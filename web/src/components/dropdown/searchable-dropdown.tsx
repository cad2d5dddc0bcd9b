/** The searchable dropdown (spec sections 2 and 5): the closed field, which opens the panel in dropdown-list.tsx. */
import { IconChevronDown } from "@tabler/icons-react";
import {
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from "react";
import { useEscape } from "../floating/escape.ts";
import { useFloating } from "../floating/panel.ts";
import classes from "./dropdown.module.css";
import { DropdownList } from "./dropdown-list.tsx";
import type { DropdownProps, Option } from "./dropdown-props.ts";

export function SearchableDropdown(props: DropdownProps) {
  const { label, onChange, onBlur, onOpen } = props;
  const [open, setOpen] = useState(false);
  /** Letter that the user typed to open the list. The search starts with this letter. */
  const [start, setStart] = useState("");
  const openWith = (text: string) => {
    setStart(text);
    setOpen(true);
  };
  const root = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const ownId = useId();
  const id = props.id ?? ownId;
  const { chosen, remember } = useChosenOption(props);

  const close = useCallback(() => setOpen(false), []);
  useFloating(field, panel, open, close);
  useEscape(open, () => finish());

  useEffect(() => {
    if (open) onOpen?.();
  }, [open, onOpen]);
  useFocusLeave(root, () => {
    setOpen(false);
    onBlur?.();
  });

  const finish = (next?: string | null) => {
    if (next !== undefined) {
      remember(next);
      onChange(next);
    }
    setOpen(false);
    field.current?.focus();
  };

  return (
    <div className={classes.root} ref={root}>
      <Field
        {...props}
        id={id}
        ref={field}
        chosenLabel={chosen?.label}
        open={open}
        onOpen={openWith}
        onClose={() => setOpen(false)}
      />
      {open && (
        <div
          id={`${id}-panel`}
          ref={panel}
          className={classes.panel}
          popover="manual"
          role="dialog"
          aria-label={`Choose: ${label}`}
        >
          <DropdownList {...props} start={start} chosen={chosen} finish={finish} />
        </div>
      )}
    </div>
  );
}

interface FieldProps extends Omit<DropdownProps, "onOpen"> {
  id: string;
  ref: RefObject<HTMLButtonElement | null>;
  chosenLabel: string | undefined;
  open: boolean;
  /**
   * Opens the list.
   * @param text Initial search text: the letter that the user typed, or "".
   */
  onOpen: (text: string) => void;
  onClose: () => void;
}

/** The closed field: shows the selected option and opens the list. */
function Field({
  id,
  ref,
  chosenLabel,
  open,
  onOpen,
  onClose,
  placeholder = "Select",
  ...props
}: FieldProps) {
  return (
    <button
      type="button"
      id={id}
      ref={ref}
      className={classes.field}
      role="combobox"
      aria-haspopup="dialog"
      aria-expanded={open}
      aria-controls={`${id}-panel`}
      aria-label={`${props.label}: ${props.chosenText ?? chosenLabel ?? "nothing chosen"}`}
      aria-invalid={props.invalid || undefined}
      aria-required={props.required || undefined}
      aria-describedby={props.describedBy}
      disabled={props.disabled}
      data-empty={chosenLabel === undefined || undefined}
      onClick={() => (open ? onClose() : onOpen(""))}
      onKeyDown={(event) => {
        const typed = isText(event) ? event.key : "";
        if (open || (typed === "" && event.key !== "ArrowDown" && event.key !== "ArrowUp")) return;
        event.preventDefault();
        onOpen(typed);
      }}
    >
      <span className={classes.value} title={chosenLabel}>
        {chosenLabel ?? placeholder}
      </span>
      <IconChevronDown size={15} aria-hidden className={classes.chevron} />
    </button>
  );
}

/**
 * Returns the selected option, and a function that stores a newly selected option. The option is stored because later
 * search results may not contain it.
 */
function useChosenOption({ value, valueLabel, options }: DropdownProps) {
  const [found, setFound] = useState<Option | null>(null);
  const optionOf = (wanted: string | null) => options.find((option) => option.value === wanted);
  const remembered = found?.value === value ? found : null;
  const chosen =
    value === null ? null : (optionOf(value) ?? remembered ?? { value, label: valueLabel ?? value });
  const remember = (next: string | null) =>
    setFound(optionOf(next) ?? (next === chosen?.value ? chosen : null));
  return { chosen, remember };
}

/** Calls `onLeave` when the focus moves from inside the element to outside of it. */
function useFocusLeave(root: RefObject<HTMLElement | null>, onLeave: () => void): void {
  const leave = useEffectEvent(onLeave);
  useEffect(() => {
    const element = root.current;
    const left = (event: FocusEvent) => {
      if (event.relatedTarget instanceof Node && element?.contains(event.relatedTarget)) return;
      leave();
    };
    element?.addEventListener("focusout", left);
    return () => element?.removeEventListener("focusout", left);
  }, [root]);
}

/**
 * True if the key types a character that can begin a search. The space is excluded, because the Space key presses the
 * button.
 */
const isText = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  key.length === 1 && key !== " " && !ctrlKey && !metaKey && !altKey;
