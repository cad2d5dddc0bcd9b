/** The column of the approval stage in lists and exports. */

/**
 * Heading and texts of the column that an export of all tabs adds after the fields of the record type: the approval
 * stage of each row. An import leaves the column out.
 */
export const stageColumn = { label: "Stage", values: ["Pending", "Approved"] } as const;
