/** The worker in which all spreadsheet work happens, so that the page never waits for it. */
import { ExcelJobs, type ExcelRequest } from "./excel-jobs.ts";

const jobs = new ExcelJobs((reply) => self.postMessage(reply));

self.addEventListener("message", (event: MessageEvent<ExcelRequest>) => void jobs.handle(event.data));
