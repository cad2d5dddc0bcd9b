/** Props of the searchable dropdown (spec section 2). */

export interface Option {
  value: string;
  label: string;
  /** Name of the option's group, shown once as a heading above consecutive options of the same group. */
  group?: string;
}

export interface DropdownProps {
  id?: string;
  /**
   * Name of the dropdown for screen readers. If the page shows a label element, that element refers to the dropdown by
   * `id`.
   */
  label: string;
  value: string | null;
  /** Text shown for the value. Without this text, a value that is missing from `options` would be shown raw. */
  valueLabel?: string | undefined;
  /** Text that screen readers announce as the selection. Set if the selected values are listed beside the dropdown. */
  chosenText?: string | undefined;
  options: readonly Option[];
  onChange: (value: string | null) => void;
  /** Called when the panel opens, so that the parent component can load the options at that moment. */
  onOpen?: () => void;
  /**
   * Set if the server searches the list. Called with the typed text after a short pause, and with "" when the panel
   * closes.
   */
  onSearch?: (text: string) => void;
  /** True if the panel offers 'Add new value'. */
  allowNew?: boolean;
  placeholder?: string | undefined;
  loading?: boolean;
  disabled?: boolean;
  invalid?: boolean;
  required?: boolean;
  describedBy?: string;
  onBlur?: () => void;
}
