/** The worker in which all spreadsheet work happens, so that the page never waits for it. */
import { ExcelJobs, type ExcelRequest } from "./excel-jobs.ts";

const jobs = new ExcelJobs((reply, transfer = []) => self.postMessage(reply, { transfer }));

// One message after the other: the rows of a report must not overtake its beginning.
let queue = Promise.resolve();
self.addEventListener("message", (event: MessageEvent<ExcelRequest>) => {
  queue = queue.then(() => jobs.handle(event.data));
});
