/**
 * A report on paper: every row and every column on pages of A4, whatever part of it the screen shows. What does not fit
 * beside the name of the rows follows on further pages; each page has the heads, and the rows their numbers.
 */
import { useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { sourceLine } from "../../lib/source-line.ts";
import { useUser } from "../../lib/user.ts";
import type { SheetLayout } from "../../records/workbook/sheet-layout.ts";
import { columnsByPage } from "./print-columns.ts";
import classes from "./printed-report.module.css";
import { footersOf, groupSpans, isNumeric, type ReportRow, reportValue } from "./report-rows.ts";

interface Props {
  caption: string;
  /** The filters that are chosen, in words. */
  about: string;
  layout: SheetLayout;
  rows: readonly ReportRow[];
}

/** Of a report alone: another page may be printed after it. */
const paper = `@page {
  size: A4 landscape;
  margin: 10mm 10mm 14mm;
  @bottom-right { content: "Page " counter(page) " of " counter(pages); font: 7.5pt sans-serif; }
}`;

/** Is drawn while the browser prints, by whichever way it was asked to. */
export function PrintedReport(props: Props) {
  const [printing, setPrinting] = useState(false);
  useEffect(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(paper);
    // The browser takes the page as it is when this returns.
    const begin = () => {
      document.adoptedStyleSheets.push(sheet);
      flushSync(() => setPrinting(true));
    };
    const end = () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
      setPrinting(false);
    };
    window.addEventListener("beforeprint", begin);
    window.addEventListener("afterprint", end);
    return () => {
      end();
      window.removeEventListener("beforeprint", begin);
      window.removeEventListener("afterprint", end);
    };
  }, []);
  return printing ? <Sheets {...props} /> : null;
}

function Sheets({ caption, about, layout, rows }: Props) {
  const user = useUser();
  const numberWidth = String(rows.length).length + 1;
  const pages = columnsByPage(layout, rows, numberWidth);
  return (
    <div className={classes.sheets}>
      {pages.map((columns, page) => {
        const fields = columns.map(({ field }) => field);
        const footers = footersOf(fields, rows);
        return (
          <table key={fields[fields.length - 1]?.name}>
            <colgroup>
              <col style={{ width: `${numberWidth + 2}ch` }} />
              {columns.map(({ field, width }) => (
                <col key={field.name} style={{ width: `${width}ch` }} />
              ))}
            </colgroup>
            <thead>
              <tr>
                <th colSpan={fields.length + 1} className={classes.title}>
                  <strong>{caption}</strong>{" "}
                  {[about, pages.length > 1 && `Part ${page + 1} of ${pages.length}`]
                    .filter(Boolean)
                    .join(" · ")}
                  <small>{sourceLine(user)}</small>
                </th>
              </tr>
              <tr>
                <th />
                {groupSpans({ ...layout, fields }).map(({ label, span, at }) => (
                  <th key={at} colSpan={span} className={classes.group}>
                    {label}
                  </th>
                ))}
              </tr>
              <tr>
                <th data-number>No.</th>
                {fields.map((field) => (
                  <th key={field.name} data-number={isNumeric(field) || undefined}>
                    {field.label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row, index) => (
                // Rows of a report have no id: their place is theirs.
                // biome-ignore lint/suspicious/noArrayIndexKey: drawn once, and taken away.
                <tr key={index}>
                  <td data-number>{index + 1}</td>
                  {fields.map((field) => (
                    <td key={field.name} data-number={isNumeric(field) || undefined}>
                      {reportValue(field, row[field.name])}
                    </td>
                  ))}
                </tr>
              ))}
              <tr className={classes.totals}>
                <td />
                {fields.map((field, at) => (
                  <td key={field.name} data-number={isNumeric(field) || undefined}>
                    {footers[at]}
                  </td>
                ))}
              </tr>
            </tbody>
          </table>
        );
      })}
    </div>
  );
}
