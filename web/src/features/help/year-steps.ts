/** The steps of a user's year, derived from the user's rights, reporting windows and menus. */
import type { CurrentUser, ReportingWindow, WindowName } from "../../lib/current-user.ts";
import { mayOpen } from "../../lib/guards.ts";
import { describeWindow } from "../../lib/reporting-window.ts";
import { type RecordScreen, sectionsOf } from "../../records/common/record-screens.ts";
import { hasRight } from "../../records/common/rights.ts";

export interface HelpLink {
  label: string;
  href: string;
}

export interface YearStep {
  key: string;
  title: string;
  /** Sentences that explain the step, in reading order. */
  text: readonly string[];
  /** State and last day of the reporting window of the step. */
  window?: { open: boolean; sentence: string } | undefined;
  links: readonly HelpLink[];
  /** Lists in which the user enters records in this step. */
  lists?: readonly HelpLink[] | undefined;
}

/** Returns the steps of the user's year in order, without those that need other rights. */
export function yearSteps(user: CurrentUser): YearStep[] {
  const enters = mayOpen(user, "forms") && hasRight(user, "Edit");
  return [
    ...(enters ? [entryStep(user, "target"), entryStep(user, "accomplishment"), returnedStep] : []),
    ...(mayOpen(user, "forms") && hasRight(user, "Approve") ? [reviewStep(user)] : []),
    ...(mayOpen(user, "users") ? [administrationStep] : []),
    readingStep(user),
  ];
}

const titles = {
  target: "Enter the targets of the year",
  accomplishment: "Enter accomplishments",
} as const;

const texts = {
  target: [
    "Enter what your office plans for the year. You can change a target until the window closes or the record is approved.",
    "After the window closes, you can still read the targets. If you need more time, open a form and ask to reopen the window.",
  ],
  accomplishment: [
    "Enter what your office did. Enter each record once, as soon as you know the values: the form saves a draft while you type.",
    "If you have the records in Excel, open the list, choose More, then Import. You see every row before anything is saved.",
  ],
} as const;

const entryStep = (user: CurrentUser, name: WindowName): YearStep => ({
  key: name,
  title: titles[name],
  text: texts[name],
  window: windowOf(user.access.windows[name]),
  links: [],
  lists: listsOf(name),
});

const windowOf = (window: ReportingWindow) => {
  const { open, sentence } = describeWindow(window);
  return { open, sentence };
};

/**
 * True if the screen has rows that users can enter only while the named reporting window is open. Targets and
 * accomplishments can share a screen; the status of a row then determines its window.
 */
const isEnteredIn = ({ window }: RecordScreen, name: WindowName): boolean =>
  window === name || window === "status";

const listsOf = (name: WindowName): HelpLink[] =>
  sectionsOf("forms").flatMap(({ screens }) =>
    screens
      .filter((screen) => !screen.files && isEnteredIn(screen, name))
      .map(({ route, label, section }) => ({
        label: sectionsOf("forms").some(({ screens: others }) =>
          others.some((other) => other.label === label && other.route !== route),
        )
          ? `${section}: ${label}`
          : label,
        href: `/homepage/forms/${route}`,
      })),
  );

const inbox: HelpLink = { label: "Open the inbox", href: "/homepage/inbox" };

const returnedStep: YearStep = {
  key: "returned",
  title: "Correct returned records",
  text: [
    "A new record is Pending until a reviewer approves it. A reviewer who finds a mistake returns the record with a reason.",
    "Returned records are in your inbox. Correct the record, save it, and choose Resubmit.",
    "An approved record is locked. To change it, ask your reviewer to set it back to Pending.",
  ],
  links: [inbox],
};

const reviewStep = (user: CurrentUser): YearStep => ({
  key: "review",
  title: "Review and approve records",
  text: [
    "Review the unusual records first, then approve the rest of each form. Return a record with a reason if it has a mistake.",
    "Remind the offices that have not reported before the window closes. Not yet reported lists them by the number of missing forms.",
    ...(mayOpen(user, "users") ? ["It also lists the people to call in each office."] : []),
  ],
  links: mayOpen(user, "report")
    ? [
        { label: "Open the review queue", href: "/homepage/report/ReviewQueue" },
        { label: "See who has not reported", href: "/homepage/report/NotReported" },
      ]
    : [inbox],
});

const administrationStep: YearStep = {
  key: "administration",
  title: "Open and close the reporting windows",
  text: [
    "The schedules decide when offices can enter targets and accomplishments. An office that needs more time sends a request, which appears in your inbox.",
  ],
  links: [{ label: "Open Users and schedules", href: "/homepage/users" }, inbox],
};

const readingStep = (user: CurrentUser): YearStep => ({
  key: "reading",
  title: "Read the figures",
  text: [
    "Each number on the dashboard and in the reports opens the list of exactly the records that it counts.",
  ],
  links: [
    ...(mayOpen(user, "dashboard") ? [{ label: "Open the dashboard", href: "/homepage/dashboard" }] : []),
    ...(mayOpen(user, "report") ? [{ label: "Open the reports", href: "/homepage/report" }] : []),
    ...(mayOpen(user, "forms") ? [{ label: "Open the lists", href: "/homepage/forms" }] : []),
  ],
});
