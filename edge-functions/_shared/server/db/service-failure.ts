/**
 * Error of a service other than the database: the service failed or can't be reached. The service may still have
 * carried out the request. A retry may succeed.
 */
export class ServiceFailure extends Error {
  /** Message for the user. */
  readonly sentence: string;
  /** True if the service sent no response. The service may then have carried out the request. */
  readonly uncertain: boolean;

  /**
   * Describes a failure of a service.
   * @param cause The error of a request without a response, or a string with the request and the status of its
   * response.
   */
  constructor(service: "sign-in service" | "file store", cause: unknown) {
    super(`${service}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    this.name = "ServiceFailure";
    // A gateway returns 502 or 504 when the service behind it didn't respond.
    this.uncertain = cause instanceof Error || /^50[24]\b/.test(String(cause));
    this.sentence = `The ${service} does not answer at the moment. Try again in a minute.`;
  }
}
