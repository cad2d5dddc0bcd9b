/** Reads the output of pgTAP (TAP: a plan, and one line per assertion). */

export interface TapReport {
  /** Number of passed assertions. */
  passed: number;
  /** Descriptions of failed assertions, each with pgTAP's diagnostics. */
  failures: string[];
}

/**
 * Counts the passed and failed assertions of one file. A wrong or missing plan, a gap in the numbers, and an assertion
 * marked TODO or SKIP are failures too.
 */
export function readTap(lines: readonly string[]): TapReport {
  const report: TapReport = { passed: 0, failures: [] };
  let planned: number | null = null;
  let seen = 0;
  for (const line of lines) {
    const plan = /^1\.\.(\d+)/.exec(line);
    const result = /^(not )?ok (\d+)(?: - (.*))?$/.exec(line);
    if (plan) {
      if (planned !== null) report.failures.push("There is more than one plan.");
      planned = Number(plan[1]);
    } else if (result) {
      seen++;
      const description = result[3] ?? `assertion ${seen}`;
      if (Number(result[2]) !== seen)
        report.failures.push(`Assertion ${result[2]} is out of order: ${seen} was expected.`);
      if (/# (TODO|SKIP)/i.test(description)) report.failures.push(`${description}: nothing may be skipped`);
      else if (result[1]) report.failures.push(description);
      else report.passed++;
    } else if (line.startsWith("#") && report.failures.length > 0 && !/^# (Failed|Looks)/.test(line)) {
      report.failures.push(`${report.failures.pop()}\n      ${line.slice(1).trim()}`);
    }
  }
  if (planned === null) report.failures.push("There is no plan.");
  else if (planned !== seen) report.failures.push(`${planned} assertions were planned, ${seen} ran.`);
  return report;
}
