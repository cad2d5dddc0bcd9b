/**
 * Saves a record's form (save-form.ts). Holds the state of the save and the user's answers to its questions.
 */
import { useEffect, useEffectEvent, useReducer, useRef } from "react";
import { ApiProblem } from "../../lib/http/problem.ts";
import type { Entry } from "../../lib/outbox/entry.ts";
import { formReducer, initialFormState, saveProblem } from "./form-flow.ts";
import { showRefusal } from "./save-events.ts";
import { type FormSave, saveForm } from "./save-form.ts";
import { loadKeepRow } from "./saving/kept-row.ts";
import type { Answers } from "./saving/row-save.ts";

type Draft = FormSave["draft"];

/** Saves the form. The returned state contains questions to the user and errors. */
export function useSaving(given: Omit<FormSave, "dispatch" | "answers" | "answered">) {
  const { entries, draft } = given;
  const [state, dispatch] = useReducer(formReducer, initialFormState);
  const { answers, lastReason, addAnswers, answered } = useAnswers(draft);
  useEffect(() => void loadKeepRow().catch(() => undefined), []);

  const save = async (said: Answers = {}) => {
    addAnswers(said);
    // Remember the focused element, because a button loses the focus while it is busy.
    const focused = document.activeElement;
    dispatch({ type: "saving" });
    draft.files.isSaving = true;
    const formSave: FormSave = { ...given, dispatch, answers: () => answers.current, answered };
    try {
      await entries.form.handleSubmit(
        (parsed) => saveForm(formSave, parsed, focused),
        () => dispatch({ type: "refused", message: null }),
      )();
    } finally {
      draft.files.isSaving = false;
      dispatch({ type: "ended" });
    }
  };
  useRefusedEntry(given, dispatch);
  return { state, dispatch, save, answers, lastReason };
}

/** Holds the user's answers to the questions of a save until the server has responded to the save. */
function useAnswers({ sent }: Draft) {
  const answers = useRef<Answers>({});
  const lastReason = useRef("");
  return {
    ...{ answers, lastReason },
    addAnswers: (said: Answers) => {
      answers.current = { ...answers.current, ...said };
      if (said.reason) lastReason.current = said.reason;
    },
    /**
     * Forgets the request and the user's answers, except the confirmation of changes. A retry of the same changes then
     * doesn't ask for the confirmation again.
     */
    answered: () => {
      sent.current = null;
      answers.current = { agreed: answers.current.agreed };
    },
  };
}

/** Shows in the form why the server refused the outbox entry. */
function useRefusedEntry(
  { record, entries, entry }: Pick<FormSave, "record" | "entries" | "entry">,
  dispatch: FormSave["dispatch"],
): void {
  const show = useEffectEvent(({ problem, work }: Entry) => {
    if (!problem || work.kind !== "row") return;
    const thrown = new ApiProblem(problem.status, problem.message, problem.details);
    const found = saveProblem(record, thrown, work.base !== null);
    if (found.kind !== "unreachable") dispatch(showRefusal(record, entries, found));
  });
  useEffect(() => {
    if (entry?.state === "refused") show(entry);
  }, [entry]);
}
