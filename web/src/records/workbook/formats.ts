/** Ends of the names of files that can be imported. Their content decides how they are read. */
export const importedFormats = [
  ".xlsx",
  ".xlsm",
  ".xls",
  ".xlsb",
  ".ods",
  ".fods",
  ".csv",
  ".tsv",
  ".txt",
] as const;
