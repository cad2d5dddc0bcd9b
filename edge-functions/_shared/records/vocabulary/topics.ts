/** Topics for the sections of the forms menu, for users who do not know the form numbers. */
const topics: Readonly<Record<string, string>> = {
  "Form 5": "Trainings and participants",
  "Form 7": "Products and sales",
  "Form 10": "Enterprises and milestones",
  "Form 11": "Support provided",
  "Machinery and equipment": "Machines and rentals",
  "Farmers' income": "Income",
};

/** Returns the topic of a section, or the section's own name if it has no topic. */
export const topicOf = (section: string): string => topics[section] ?? section;
