/** Props of the searchable dropdown (spec section 2). */

export interface Option {
  value: string;
  label: string;
}

export interface DropdownProps {
  id?: string;
  /** Label for screen readers. A visible label refers to `id`. */
  label: string;
  value: string | null;
  /** Label of the value if it may be missing from the options; the value itself by default. */
  valueLabel?: string | undefined;
  /** Text that screen readers announce as selected if the selected values are listed beside the field. */
  chosenText?: string | undefined;
  options: readonly Option[];
  onChange: (value: string | null) => void;
  /** Called when the panel opens, for lists that load only then. */
  onOpen?: () => void;
  /**
   * For lists that the server searches. Called with the typed text after a short pause, and with "" when the panel
   * closes.
   */
  onSearch?: (text: string) => void;
  /** True if the list offers 'Add new value'. */
  allowNew?: boolean;
  placeholder?: string | undefined;
  loading?: boolean;
  disabled?: boolean;
  invalid?: boolean;
  required?: boolean;
  describedBy?: string;
  onBlur?: () => void;
}
