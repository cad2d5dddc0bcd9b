/** File extensions that can be imported. The content of a file, not its extension, decides its format. */
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
