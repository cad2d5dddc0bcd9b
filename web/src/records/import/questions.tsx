/** Where a file can be read in two ways: a line for each question, with its answers. */
import { Alert, Group, NativeSelect, Text } from "@mantine/core";
import { IconHelpCircle } from "@tabler/icons-react";
import { useId } from "react";
import { openQuestions, type Question, type ReadingChoices } from "#shared/import/reading/questions.ts";
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
      : `${open} ${open === 1 ? "question has" : "questions have"} to be answered before anything is saved`;
  return (
    <Alert
      color={open > 0 ? "yellow" : "blue"}
      icon={<IconHelpCircle aria-hidden />}
      title={title}
      styles={{ title: { color: "var(--mantine-color-text)" } }}
      mb="sm"
    >
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
    </Alert>
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
  // A blank answer is one of the options of some questions.
  const choose = { value: "?", label: "Choose…" };
  return (
    <Group className={classes.question} gap="sm" data-open={answer === null || undefined}>
      <Text size="sm" id={id}>
        {text}
      </Text>
      <NativeSelect
        size="xs"
        aria-labelledby={id}
        disabled={disabled}
        value={answer ?? choose.value}
        data={answer === null ? [choose, ...options] : [...options]}
        onChange={(event) => onAnswer(event.currentTarget.value)}
      />
    </Group>
  );
}
