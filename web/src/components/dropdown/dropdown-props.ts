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
  /** Label of the value, needed if the options may not contain the value; the value itself by default. */
  valueLabel?: string | undefined;
  /**
   * Text that screen readers announce as the selection, for a dropdown whose selected values are listed beside its
   * field.
   */
  chosenText?: string | undefined;
  options: readonly Option[];
  onChange: (value: string | null) => void;
  /** Called when the panel opens, so that a list can load its options at that moment. */
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
