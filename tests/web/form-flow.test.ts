/** State machine for saving a form: the effect of each event, and the kind of each failed save. */
import { expect, it } from "vitest";
import { arboMasterlist } from "#shared/records/forms/arbo-masterlist.ts";
import { ApiProblem } from "../../web/src/lib/http/problem.ts";
import {
  type FormEvent,
  type FormState,
  formReducer,
  initialFormState,
  type OpenConflict,
  saveProblem,
} from "../../web/src/records/form/form-flow.ts";

const rows = [{ id: 4, title: "Coop", agreed: ["arbo_name"] }];
const question = { changes: {}, notes: [], fingerprint: "[1,{}]", focused: null };
const conflict = { contested: [], theirsOnly: [], mineOnly: [] } as unknown as OpenConflict;
const full: FormState = {
  saving: true,
  general: "It is not saved.",
  attempt: 2,
  same: rows,
  unusual: ["Unusually high."],
  asked: question,
  conflict,
};

/**
 * Events of the form, each with two sets of changes: to the initial state, and to the state `full`, in which every
 * property has a value.
 */
const table: readonly (readonly [FormEvent, Partial<FormState>, Partial<FormState>])[] = [
  [{ type: "saving" }, { saving: true }, { general: null, same: null, unusual: null }],
  [{ type: "ended" }, {}, { saving: false }],
  [
    { type: "refused", message: "No." },
    { general: "No.", attempt: 1 },
    { general: "No.", attempt: 3 },
  ],
  [{ type: "refused", message: null }, { attempt: 1 }, { general: null, attempt: 3 }],
  [{ type: "same", rows }, { same: rows }, {}],
  [{ type: "unusual", messages: ["Odd."] }, { unusual: ["Odd."] }, { unusual: ["Odd."] }],
  [{ type: "asked", question }, { asked: question }, {}],
  [{ type: "conflict", conflict }, { conflict }, {}],
  [{ type: "settled" }, {}, { asked: null, conflict: null }],
];

it.each(table)(
  "On the event %o, the form changes only these properties of its initial state: %o.",
  (event, inEmpty, inFull) => {
    expect(formReducer(initialFormState, event)).toEqual({ ...initialFormState, ...inEmpty });
    expect(formReducer(full, event)).toEqual({ ...full, ...inFull });
  },
);

const detail = (more: object) => ({ index: 0, message: "No.", ...more });
const stored = { id: 4, row_version: 3 };

/**
 * Failed saves: response status, details, whether the save changed a stored row, and the kind of failure that the form
 * shows.
 */
const problems: readonly (readonly [
  status: number,
  details: readonly object[],
  changes: boolean,
  kind: string,
])[] = [
  [0, [], true, "unreachable"],
  [502, [], false, "unreachable"],
  [503, [detail({ current: stored })], true, "unreachable"],
  [409, [detail({ same_as: rows })], false, "same"],
  [422, [detail({ soft_check: "many" })], true, "unusual"],
  [409, [detail({ current: stored })], true, "stale"],
  [409, [detail({ current: stored })], false, "other"],
  [422, [detail({ current: stored, field: "arbo_name" })], true, "fields"],
  [400, [detail({ field: "arbo_name" })], true, "fields"],
  [400, [detail({ field: "no_such_field" })], true, "other"],
  [403, [], true, "other"],
  [500, [detail({})], true, "other"],
];

it.each(problems)(
  'If a save fails with status %i and details %o (update of a stored row: %s), the form shows the problem "%s".',
  (status, details, changes, kind) => {
    const problem = new ApiProblem(status, "No.", details as never);
    expect(saveProblem(arboMasterlist, problem, changes).kind).toBe(kind);
  },
);

it("If the app itself throws an error during a save, the form shows the message of this error.", () => {
  const problem = saveProblem(arboMasterlist, new Error("The page is too old."), true);
  expect(problem).toEqual({ kind: "other", message: "The page is too old." });
});
