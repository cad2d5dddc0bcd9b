/** Questions to the user about how to read an ambiguous file, each with a menu of answers. */

import { IconHelpCircle } from "@tabler/icons-react";
import { useId } from "react";
import { openQuestions, type Question, type ReadingChoices } from "#shared/import/reading/questions.ts";
import { SelectField } from "../../components/fields/field.tsx";
import { Group, Text } from "../../components/layout.tsx";
import { Notice } from "../../components/notice.tsx";
import classes from "./preview/import.module.css";

interface Props {
  questions: readonly Question[];
  choices: ReadingChoices;
  disabled?: boolean;
  onChoices: (choices: ReadingChoices) => void;
}

export function Questions({ questions, choices, disabled = false, onChoices }: Props) {
  if (questions.length === 0) return null;
  const open = openQuestions(questions).length;
  const title =
    open === 0
      ? "How the file is read"
      : `Answer ${open === 1 ? "1 question" : `${open} questions`} before saving`;
  return (
    <Notice tone={open > 0 ? "warn" : "info"} icon={<IconHelpCircle aria-hidden />} title={title}>
      {questions.map((question) => (
        <Line
          key={question.id}
          question={question}
          disabled={disabled}
          onAnswer={(answer) =>
            onChoices({ ...choices, answers: { ...choices.answers, [question.id]: answer } })
          }
        />
      ))}
    </Notice>
  );
}

function Line({
  question,
  disabled,
  onAnswer,
}: {
  question: Question;
  disabled: boolean;
  onAnswer: (answer: string) => void;
}) {
  const id = useId();
  const { text, options, answer } = question;
  // The option "Choose…" has the value "?", because an empty string can be an answer.
  const choose = { value: "?", label: "Choose…" };
  return (
    <Group className={classes.question} data-open={answer === null || undefined}>
      <Text small id={id}>
        {text}
      </Text>
      <SelectField
        aria-labelledby={id}
        disabled={disabled}
        value={answer ?? choose.value}
        choices={answer === null ? [choose, ...options] : [...options]}
        onChange={(event) => onAnswer(event.currentTarget.value)}
      />
    </Group>
  );
}
