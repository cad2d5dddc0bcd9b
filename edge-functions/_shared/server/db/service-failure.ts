/** A part beside the database fails or cannot be reached. What was asked of it may have been done; a later try may succeed. */
export class ServiceFailure extends Error {
  /** For whoever asked. */
  readonly sentence: string;
  /** It did not answer: what was asked of it may have been done. */
  readonly uncertain: boolean;

  /** @param cause The error of a call without an answer, or the status of an answer and what it was about. */
  constructor(service: "sign-in service" | "file store", cause: unknown) {
    super(`${service}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    this.name = "ServiceFailure";
    // A gateway in front answers 502 or 504 for a service that has not answered it.
    this.uncertain = cause instanceof Error || /^50[24]\b/.test(String(cause));
    this.sentence = `The ${service} does not answer at the moment. Try again in a minute.`;
  }
}
