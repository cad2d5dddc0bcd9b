/** File extensions that can be imported. The content of a file, not its extension, decides how it is read. */
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
