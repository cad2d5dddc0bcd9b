/** Radio buttons for a stage, each with an explanation. */
import { CheckField } from "../../components/fields/field.tsx";

interface Props<Choice extends string> {
  /** Pairs of stage and explanation. */
  choices: readonly (readonly [Choice, string])[];
  chosen: Choice;
  onChoose: (choice: Choice) => void;
}

export function StageChoice<Choice extends string>({ choices, chosen, onChoose }: Props<Choice>) {
  return (
    <fieldset>
      <legend>Stage</legend>
      {choices.map(([name, help]) => (
        <CheckField
          key={name}
          type="radio"
          name="stage"
          label={name}
          help={help}
          checked={chosen === name}
          onChange={() => onChoose(name)}
        />
      ))}
    </fieldset>
  );
}
