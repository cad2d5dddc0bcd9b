/** What the searchable dropdown is given (spec section 2). */

export interface Option {
  value: string;
  label: string;
}

export interface DropdownProps {
  id?: string;
  /** Names the field for readers; a visible label points to `id`. */
  label: string;
  value: string | null;
  /** What the value is called where the options may lack it; without, it stands for itself. */
  valueLabel?: string | undefined;
  /** What readers hear as chosen, where a list stands beside the field and `value` is none of it. */
  chosenText?: string | undefined;
  options: readonly Option[];
  onChange: (value: string | null) => void;
  /** Told when the panel opens, for lists that are read only then. */
  onOpen?: () => void;
  /** For lists that the server searches: told the typed text once it stands still, and "" when the panel closes. */
  onSearch?: (text: string) => void;
  /** Offers 'Add new value'. */
  allowNew?: boolean;
  placeholder?: string | undefined;
  loading?: boolean;
  disabled?: boolean;
  invalid?: boolean;
  required?: boolean;
  describedBy?: string;
  onBlur?: () => void;
}
