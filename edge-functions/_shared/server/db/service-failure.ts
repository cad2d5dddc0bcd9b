/** A part beside the database fails or cannot be reached. What was asked of it may have been done; a later try may succeed. */
export class ServiceFailure extends Error {
  /** For whoever asked. */
  readonly sentence: string;

  constructor(service: "sign-in service" | "file store", cause: unknown) {
    super(`${service}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    this.name = "ServiceFailure";
    this.sentence = `The ${service} does not answer at the moment. Try again in a minute.`;
  }
}
