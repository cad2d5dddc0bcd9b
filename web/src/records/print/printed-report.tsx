/**
 * A printed report or list: all rows and columns on A4 pages, even if the screen shows fewer rows. Columns that don't fit
 * beside the row names follow on further pages. Every page has headers and row numbers.
 */
import { useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { sourceLine } from "../../lib/source-line.ts";
import { useUser } from "../../lib/user.ts";
import type { SheetLayout } from "../workbook/sheet-layout.ts";
import { columnsByPage, type TextOf } from "./print-columns.ts";
import classes from "./printed-report.module.css";
import { footersOf, groupSpans, isNumeric, type ReportRow, reportValue } from "./report-rows.ts";

interface Props {
  caption: string;
  /** The selected filters as text. */
  about: string;
  layout: SheetLayout;
  rows: readonly ReportRow[];
  /** Number of the first row. Default 1. */
  first?: number;
  /** Returns the text of a cell. By default, dates have the month's full name, as in reports. */
  textOf?: TextOf;
}

const reportText: TextOf = (field, row) => reportValue(field, row[field.name]);

/** Page format for printed reports. It is removed after printing, because the user may print other pages later. */
const paper = `@page {
  size: A4 landscape;
  margin: 10mm 10mm 14mm;
  @bottom-right { content: "Page " counter(page) " of " counter(pages); font: 7.5pt sans-serif; }
}`;

/**
 * Render the report only while the browser prints, no matter whether the app's button or the browser's menu started the
 * printing.
 */
export function PrintedReport(props: Props) {
  const [printing, setPrinting] = useState(false);
  useEffect(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(paper);
    // Render the report before this function returns, because the browser then prints at once.
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

function Sheets({ caption, about, layout, rows, first = 1, textOf = reportText }: Props) {
  const numberWidth = String(first + rows.length).length + 1;
  const pages = columnsByPage(layout, rows, numberWidth, textOf);
  return (
    <div className={classes.sheets}>
      {pages.map((columns, page) => {
        const fields = columns.map(({ field }) => field);
        const part = pages.length > 1 && `Part ${page + 1} of ${pages.length}`;
        return (
          <table key={fields[fields.length - 1]?.name}>
            <colgroup>
              <col style={{ width: `${numberWidth + 2}ch` }} />
              {columns.map(({ field, width }) => (
                <col key={field.name} style={{ width: `${width}ch` }} />
              ))}
            </colgroup>
            <SheetHead
              caption={caption}
              about={[about, part].filter(Boolean).join(" · ")}
              layout={{ ...layout, fields }}
            />
            <SheetBody layout={{ ...layout, fields }} {...{ rows, first, textOf }} />
          </table>
        );
      })}
    </div>
  );
}

function SheetHead({ caption, about, layout }: Pick<Props, "caption" | "about" | "layout">) {
  const user = useUser();
  const { fields } = layout;
  return (
    <thead>
      <tr>
        <th colSpan={fields.length + 1} className={classes.title}>
          <strong>{caption}</strong> {about}
          <small>{sourceLine(user)}</small>
        </th>
      </tr>
      <tr>
        <th />
        {groupSpans(layout).map(({ label, span, at }) => (
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
  );
}

type BodyProps = Required<Pick<Props, "layout" | "rows" | "first" | "textOf">>;

function SheetBody({ layout: { fields, footer }, rows, first, textOf }: BodyProps) {
  return (
    <tbody>
      {rows.map((row, index) => (
        // Rows of a report have no id, so the index is the key.
        // biome-ignore lint/suspicious/noArrayIndexKey: rendered once and then removed.
        <tr key={index}>
          <td data-number>{first + index}</td>
          {fields.map((field) => (
            <td key={field.name} data-number={isNumeric(field) || undefined}>
              {textOf(field, row)}
            </td>
          ))}
        </tr>
      ))}
      {footer !== false && <Totals fields={fields} rows={rows} />}
    </tbody>
  );
}

function Totals({ fields, rows }: Pick<SheetLayout, "fields"> & Pick<Props, "rows">) {
  const footers = footersOf(fields, rows);
  return (
    <tr className={classes.totals}>
      <td />
      {fields.map((field, at) => (
        <td key={field.name} data-number={isNumeric(field) || undefined}>
          {footers[at]}
        </td>
      ))}
    </tr>
  );
}
