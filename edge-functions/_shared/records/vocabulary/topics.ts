/** What the sections of the forms menu are about, in words that need no knowledge of form numbers. */
const topics: Readonly<Record<string, string>> = {
  "Form 5": "Trainings and participants",
  "Form 7": "Products and sales",
  "Form 10": "Enterprises and milestones",
  "Form 11": "Support provided",
  "Machinery and equipment": "Machines and rentals",
  "Farmers' income": "Income",
};

/** The topic of a section; a section without one is its own. */
export const topicOf = (section: string): string => topics[section] ?? section;
