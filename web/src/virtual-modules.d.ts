/** Modules that the build generates. */
declare module "virtual:record-screens" {
  type AnyRecord = import("#shared/records/vocabulary/types.ts").AnyRecord;

  /** See web/record-screens-plugin.ts. */
  export const screens: readonly import("./records/common/record-screens.ts").RecordScreen[];
  export const loaders: Readonly<Record<string, () => Promise<AnyRecord>>>;
}
