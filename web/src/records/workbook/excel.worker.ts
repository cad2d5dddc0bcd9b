/** Web worker for all spreadsheet work, so that the page stays responsive. */
import { ExcelJobs, type ExcelRequest } from "./excel-jobs.ts";

const jobs = new ExcelJobs((reply) => self.postMessage(reply));

self.addEventListener("message", (event: MessageEvent<ExcelRequest>) => void jobs.handle(event.data));
