/** Messages about a full browser storage. */

export const isQuotaProblem = (problem: unknown): boolean =>
  problem instanceof DOMException && problem.name === "QuotaExceededError";

export const noRoomMessage =
  "This computer has no room for more entries. Nothing that was kept is lost, but this one was not kept. Send or delete entries that wait, or free space on this computer.";
