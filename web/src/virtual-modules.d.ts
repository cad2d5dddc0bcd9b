/** Modules that the build makes. */
declare module "virtual:record-screens" {
  type AnyRecord = import("../../edge-functions/_shared/records/types.ts").AnyRecord;

  /** See web/record-screens-plugin.ts. */
  export const screens: readonly import("./records/record-screens.ts").RecordScreen[];
  export const loaders: Readonly<Record<string, () => Promise<AnyRecord>>>;
}
