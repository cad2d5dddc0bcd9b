/** Page sizes of tables, and the default size (spec section 9). */
export const pageSizes = [5, 10, 20, 50] as const;
export const defaultPageSize = 20;
