/** Questions to the user about a sheet that can be read in several ways, and the user's answers. */

export interface Question {
  /** Id of the question. It stays the same while the file is unchanged, so that a stored answer can be found. */
  id: string;
  /** Text of the question, in one line. */
  text: string;
  options: readonly { value: string; label: string }[];
  /**
   * The user's answer, else the proposed answer; null if the question has neither. Rows can't be saved before all
   * questions are answered.
   */
  answer: string | null;
}

export type Answers = Readonly<Record<string, string>>;

/** The user's choices for a sheet. */
export interface ReadingChoices {
  /** Number of the heading row; null if there are no headings. */
  headingRow?: number | null;
  /**
   * For a sheet without headings: index (from 0) of the field that the first column contains, in the record type's list
   * of fields. The other columns contain the fields that follow in the list.
   */
  start?: number;
  /** Field name by column index (from 0). Null if the column is not imported. */
  columns?: Readonly<Record<number, string | null>>;
  answers?: Answers;
}

/** Collects the questions that arise while a sheet is read. */
export class Asker {
  readonly questions: Question[] = [];
  private readonly answers: Answers;

  constructor(answers: Answers = {}) {
    this.answers = answers;
  }

  /**
   * Adds a question. Returns the user's answer, else the proposed answer, else null.
   * @param options Label of each possible answer, by the value to store.
   * @param proposed Answer that is used until the user chooses one.
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

/** Returns the questions without an answer. They prevent saving. */
export const openQuestions = (questions: readonly Question[]): Question[] =>
  questions.filter(({ answer }) => answer === null);

const mostNamed = 6;

/** Formats row numbers: "Row 4", "Rows 4, 7 and 9", "Rows 4, 5, 6, … (12 rows)". */
export function nameRows(rows: readonly number[]): string {
  if (rows.length === 1) return `Row ${rows[0]}`;
  if (rows.length > mostNamed) return `Rows ${rows.slice(0, 3).join(", ")}, … (${rows.length} rows)`;
  return `Rows ${rows.slice(0, -1).join(", ")} and ${rows.at(-1)}`;
}
