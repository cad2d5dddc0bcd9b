/** Files with dates: order of day and month, years, serial numbers, and words that begin like a month. */
import { csv, head, type MessyFile, org, sheet, text, workbook } from "./files.ts";

const dated = [...head, "Date of registration"] as const;
const iso = (...dates: (string | undefined)[]) =>
  dates.map((date_of_registration) => ({ date_of_registration }));

export const dates: readonly MessyFile[] = [
  {
    name: "dates written day first, with one that proves it",
    file: "day-first.xlsx",
    make: () => sheet([...dated], org("One", "03/04/2021"), org("Two", "25/03/2021")),
    says: [/dates are read day first/],
    saved: iso("2021-04-03", "2021-03-25"),
  },
  {
    name: "dates written month first",
    file: "month-first.csv",
    make: () => text(csv([dated, org("One", "03/04/2021"), org("Two", "03/25/2021")])),
    saved: iso("2021-03-04", "2021-03-25"),
  },
  {
    name: "ambiguous dates",
    file: "no-order.csv",
    make: () => text(csv([dated, org("One", "03/04/2021"), org("Two", "05/06/2021")])),
    answers: { "Date of registration": "Day first" },
    saved: iso("2021-04-03", "2021-06-05"),
  },
  {
    name: "ambiguous dates, beside a column written month first",
    file: "no-order-but-known.csv",
    make: () => text(csv([[...dated, "Latest date of CoC/CGS"], org("One", "03/04/2021", "03/25/2022")])),
    saved: [{ date_of_registration: "2021-03-04", latest_date_of_coc_cgs: "2022-03-25" }],
  },
  {
    name: "dates with dashes, as the product writes them",
    file: "dashes.csv",
    make: () => text(csv([dated, org("One", "03-04-2021")])),
    saved: iso("2021-03-04"),
  },
  {
    name: "dates in both orders in one column",
    file: "both-orders.csv",
    make: () => text(csv([dated, org("One", "13/04/2021"), org("Two", "04/25/2021")])),
    answers: { "Date of registration": "Month first" },
    classes: { wrong: 1, new: 1 },
    saved: iso("2021-04-25"),
  },
  {
    name: "a column of ambiguous dates, beside a column written day first",
    file: "other-column.csv",
    make: () =>
      text(
        csv([
          [...dated, "Latest date of CoC/CGS"],
          org("One", "03/04/2021", "25/03/2022"),
          org("Two", "05/06/2021", "01/03/2022"),
        ]),
      ),
    answers: { "Date of registration": "Day first" },
    saved: [
      { date_of_registration: "2021-04-03", latest_date_of_coc_cgs: "2022-03-25" },
      { date_of_registration: "2021-06-05", latest_date_of_coc_cgs: "2022-03-01" },
    ],
  },
  {
    name: "a heading with the date order",
    file: "stated-order.csv",
    make: () => text(csv([[...head, "Date of registration (DD/MM/YYYY)"], org("One", "03/04/2021")])),
    saved: iso("2021-04-03"),
  },
  {
    name: "real dates beside texts written day first, because Excel may have swapped day and month",
    file: "exchanged.xlsx",
    make: () => sheet([...dated], org("One", new Date(Date.UTC(2021, 2, 4))), org("Two", "25/03/2021")),
    answers: { "real date": "Swap day and month" },
    saved: iso("2021-04-03", "2021-03-25"),
  },
  {
    name: "a word that begins like a month, and a year below 100",
    file: "no-dates.csv",
    make: () => text(csv([dated, org("One", "Janitor 5, 2021"), org("Two", "03-05-0021")])),
    classes: { wrong: 2 },
    says: [/"Janitor 5, 2021" is not a date/, /"03-05-0021" is not between/],
    saved: [],
  },
  {
    name: "a serial number in a General cell of a workbook that counts from 1904",
    file: "date-1904.xlsx",
    make: () =>
      workbook((page, book) => {
        book.properties.date1904 = true;
        page.addRows([[...dated], org("One", 40_000)]);
      }),
    saved: iso("2013-07-07"),
  },
];
