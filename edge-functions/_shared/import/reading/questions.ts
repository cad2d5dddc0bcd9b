/** What a file can be read as in two ways, and what somebody has said about it. */

export interface Question {
  /** The same as long as the file is the same, so that an answer stays with it. */
  id: string;
  /** One line. */
  text: string;
  options: readonly { value: string; label: string }[];
  /** The answer, or what holds as long as nobody says otherwise; null where nothing is saved before it is answered. */
  answer: string | null;
}

export type Answers = Readonly<Record<string, string>>;

/** What somebody has said about a sheet. */
export interface ReadingChoices {
  /** The row of the headings; null where there are none. */
  headingRow?: number | null;
  /** Without headings: the field of the first column, counted in the registry's order. */
  start?: number;
  /** Fields of columns (from 0), null for one that is left out. */
  columns?: Readonly<Record<number, string | null>>;
  answers?: Answers;
}

/** Collects the questions of one reading. */
export class Asker {
  readonly questions: Question[] = [];
  private readonly answers: Answers;

  constructor(answers: Answers = {}) {
    this.answers = answers;
  }

  /**
   * @param options What is stored by each answer, and how it is called.
   * @param proposed What holds until somebody answers; without it, somebody has to.
   */
  ask<Value extends string>(
    id: string,
    text: string,
    options: Readonly<Partial<Record<Value, string>>>,
    proposed: NoInfer<Value> | null = null,
  ): Value | null {
    const known = (value: string | null | undefined): value is Value =>
      value !== null && value !== undefined && Object.hasOwn(options, value);
    const chosen = this.answers[id];
    const answer = known(chosen) ? chosen : proposed;
    const labels = Object.entries<string>(options as Record<Value, string>).map(([value, label]) => ({
      value,
      label,
    }));
    this.questions.push({ id, text, options: labels, answer });
    return answer;
  }
}

/** Those without an answer, for which nothing can be saved yet. */
export const openQuestions = (questions: readonly Question[]): Question[] =>
  questions.filter(({ answer }) => answer === null);

const mostNamed = 6;

/** "Row 4", "Rows 4, 7 and 9", "Rows 4, 5, … (12 rows)". */
export function nameRows(rows: readonly number[]): string {
  if (rows.length === 1) return `Row ${rows[0]}`;
  if (rows.length > mostNamed) return `Rows ${rows.slice(0, 3).join(", ")}, … (${rows.length} rows)`;
  return `Rows ${rows.slice(0, -1).join(", ")} and ${rows.at(-1)}`;
}
