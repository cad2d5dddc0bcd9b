/**
 * Short answers to common questions, each with its own link on the help page. The Find box offers an answer if the
 * typed text matches the title or a synonym.
 */

export interface HelpAnswer {
  /** Fragment of the URL that links to the answer. */
  key: string;
  title: string;
  /** Synonyms: other words that users type when they look for the answer. */
  words: readonly string[];
  text: readonly string[];
}

export const helpAnswers: readonly HelpAnswer[] = [
  {
    key: "print",
    title: "Print a page or a list",
    words: ["paper", "pdf", "printer"],
    text: [
      "ARBO pages and reports have a Print button. To save a PDF, choose it as the printer in the dialog of the browser.",
      "To print one chart, choose More on its card, then Print.",
      "To print a list, export it to Excel and print it there.",
    ],
  },
  {
    key: "export",
    title: "Export records to Excel",
    words: ["download", "spreadsheet", "xlsx", "save as"],
    text: [
      "Open a list, set its filters, and choose Export above the list (on a phone: More, then Export). The file contains the records of the open tab that match the filters and the search. The question before the export says how many, and offers all tabs if other tabs have records too.",
      "The file downloads by itself when it is ready. Files of more than 5,000 records are also kept for 7 days in your profile, under Your exports and bulk changes.",
    ],
  },
  {
    key: "import",
    title: "Import records from Excel",
    words: ["upload", "spreadsheet", "xlsx", "paste"],
    text: [
      "Open a list, choose More, then Import. You see each row before it is saved, with the cell and the reason if a value is wrong.",
      "You can undo an import from its receipt.",
    ],
  },
  {
    key: "duplicates",
    title: "Avoid duplicates",
    words: ["double", "same record", "twice", "merge"],
    text: [
      "While you type, the form shows stored records that look the same. Open that record and change it instead of entering it again.",
      "An import skips rows that are already stored, and asks you about rows that look the same.",
    ],
  },
  {
    key: "edit-cell",
    title: "Change a value in a list",
    words: ["edit", "correct", "cell", "double-click", "inline", "update"],
    text: [
      "Double-click a value in a list, or select its cell and press F2 or start to type. Enter saves the new value, and Esc keeps the former one.",
      "After the save, Undo in the notice or Ctrl Z sets the former value again. If a cell cannot be changed, a notice says why.",
    ],
  },
  {
    key: "inbox",
    title: "Keep your inbox short",
    words: ["snooze", "remind me", "notifications", "unread", "later"],
    text: [
      "The inbox groups its entries by kind, the most urgent kind first. Choose a kind at the top to see only its entries. You can mark one entry or a whole kind as read.",
      "Remind me in 7 days hides an entry, or a whole kind, until then. Snoozed, at the top of the inbox, lists the hidden entries.",
    ],
  },
  {
    key: "offline",
    title: "Work without a connection",
    words: ["internet", "offline", "signal", "field"],
    text: [
      "Without a connection you can read what this browser has stored, and save records. They are sent when the connection is back.",
      "Until then they are listed under Waiting to send. Do not clear the data of your browser before they are sent.",
    ],
  },
];
