/** Returns the id of the control of a field. */
export const fieldId = (name: string): string => `field-${name}`;
