/** Radio buttons for a stage, each with an explanation. */
import { CheckField } from "../../components/fields/field.tsx";

interface Props<Choice extends string> {
  /** Pairs of stage and explanation. */
  choices: readonly (readonly [Choice, string])[];
  /** Null if nothing is chosen yet. */
  chosen: Choice | null;
  onChoose: (choice: Choice) => void;
}

export function StageChoice<Choice extends string>({ choices, chosen, onChoose }: Props<Choice>) {
  return (
    <fieldset>
      <legend>Stage</legend>
      {choices.map(([name, help], at) => (
        <CheckField
          key={name}
          type="radio"
          name="stage"
          data-autofocus={at === 0 || undefined}
          label={name}
          help={help}
          checked={chosen === name}
          onChange={() => onChoose(name)}
        />
      ))}
    </fieldset>
  );
}
