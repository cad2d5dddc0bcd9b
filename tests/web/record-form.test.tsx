/** The form of a record: totals, errors with links, and two users editing the same row. */
import { cleanup, render, screen, waitFor, within } from "@testing-library/react";
import { expect, onTestFinished, test, vi } from "vitest";
import { arboMasterlist } from "#shared/records/forms/arbo-masterlist.ts";
import { arboTraining } from "#shared/records/forms/arbo-training.ts";
import { fmeRentalMonitoring } from "#shared/records/forms/fme-rental-monitoring.ts";
import { form10 } from "#shared/records/forms/form-10.ts";
import { parseNumber } from "#shared/rules/numbers.ts";
import { Modal } from "../../web/src/components/overlays/dialog.tsx";
import { api, type Row } from "../../web/src/lib/http/api.ts";
import { ApiProblem } from "../../web/src/lib/http/problem.ts";
import { connectNotices, type Notice } from "../../web/src/lib/notify.ts";
import { readEntries, removeEntries } from "../../web/src/lib/outbox/store.ts";
import { ConfirmUpdate, type Question } from "../../web/src/records/form/confirm-update.tsx";
import { person, province, region } from "./people.ts";
import { answers, mockServer, shown, shownOf, stored } from "./record-form-support.tsx";
import { question, update } from "./update.ts";

mockServer();

test("The form computes a total as soon as all its parts are entered.", async () => {
  const { user, section } = shown();
  const members = section("Members");
  const total = members.getByLabelText("All members") as HTMLInputElement;
  await user.type(members.getByLabelText("Male members"), "1200");
  expect(total.value).toBe("");
  await user.type(members.getByLabelText("Female members"), "34");
  expect(total.value).toBe("1,234");
});

test("The form shows an error if a total differs from the sum of its parts.", async () => {
  const { user, section } = shown();
  const members = section("Members");
  await user.type(members.getByLabelText("Male members"), "10");
  await user.type(members.getByLabelText("Female members"), "3");
  await user.clear(members.getByLabelText("All members"));
  await user.type(members.getByLabelText("All members"), "12");
  await user.tab();
  expect(await members.findByText(/All members is 12 but male and female add up to 13/)).toBeDefined();
});

test("After a refused save, the form lists the problems as links to their fields.", async () => {
  const { user, section, onSaved } = shown();
  const members = section("Members");
  await user.type(members.getByLabelText("Male members"), "10");
  await user.type(members.getByLabelText("Female members"), "3");
  await user.clear(members.getByLabelText("All members"));
  await user.type(members.getByLabelText("All members"), "12");
  await user.keyboard("{Control>}s{/Control}");
  const summary = await screen.findByRole("alert");
  expect(document.activeElement).toBe(summary);
  await user.click(within(summary).getByRole("link", { name: "ARBO name is required" }));
  expect(document.activeElement).toBe(screen.getByLabelText(/^ARBO name/));
  expect(onSaved).not.toHaveBeenCalled();
});

test("A required field shows an error after the user empties it.", async () => {
  const { user } = shownOf(form10, null);
  const choice = screen.getByRole("combobox", { name: /^ARBO/ });
  expect(document.activeElement).toBe(choice);
  // Moves the focus by code, as a tour of the form does, without a key press or click.
  const elsewhere = document.body.appendChild(document.createElement("button"));
  elsewhere.focus();
  await new Promise((passed) => setTimeout(passed, 50));
  expect(choice.getAttribute("aria-invalid")).toBeNull();
  expect(screen.queryByText(/is required|^Choose an/)).toBeNull();
  choice.focus();
  await user.click(elsewhere);
  await new Promise((passed) => setTimeout(passed, 50));
  expect(choice.getAttribute("aria-invalid")).toBeNull();
  elsewhere.remove();

  cleanup();
  shownOf(arboMasterlist, stored);
  const name = screen.getByLabelText(/^ARBO name/);
  await user.clear(name);
  await user.tab();
  expect(await screen.findByText("ARBO name is required")).toBeDefined();
});

test("The form sends a new row with the user's own office.", async () => {
  const sent = vi.fn();
  answers.set("/api/arbo-masterlist/update", (body) => {
    sent(body);
    return { status: 200, body: { status: "success", data: [{ ...stored }] } };
  });
  const { user, section, onSaved } = shown();
  await user.type(screen.getByLabelText(/^ARBO name/), "Rosal Growers");
  await user.type(section("Registration").getByLabelText("Date of registration"), "03052021");
  await user.click(screen.getByRole("button", { name: "Register" }));
  await waitFor(() => expect(onSaved).toHaveBeenCalled());
  expect(sent.mock.calls[0]?.[0]).toEqual([
    expect.objectContaining({
      arbo_name: "Rosal Growers",
      region_name: region,
      province_name: province,
      date_of_registration: "2021-03-05",
      total_member: null,
    }),
  ]);
});

test("The form sends an update with only the changed fields.", async () => {
  const sent = vi.fn();
  answers.set("/api/arbo-masterlist/update", (body) => {
    sent(body);
    return { status: 200, body: { status: "success", data: [stored] } };
  });
  const { user, section, onSaved } = shown(stored);
  const number = section("Registration").getByLabelText("Registration number");
  await user.clear(number);
  await user.type(number, "new");
  await update(user);
  await waitFor(() => expect(onSaved).toHaveBeenCalled());
  expect(sent.mock.calls[0]?.[0]).toEqual([{ id: 7, row_version: 3, registration_number: "new" }]);
});

test("After an update of a returned row, a notice reminds the user to resubmit the row.", async () => {
  const sent: [string, unknown][] = [];
  for (const act of ["update", "resubmit"])
    answers.set(`/api/arbo-masterlist/${act}`, (body) => {
      sent.push([act, body]);
      return { status: 200, body: { status: "success", data: [{ id: 7, row_version: 4 }] } };
    });
  const notices: Notice[] = [];
  const end = connectNotices((notice) => notices.push(notice));
  const review = { state: "returned", by: "regional", at: "2026-11-28T01:00:00Z", reason: "Wrong." } as const;
  const { user, section, onSaved } = shown({ ...stored, review });
  await user.type(section("Registration").getByLabelText("Registration number"), "1");
  await update(user);
  await waitFor(() => expect(onSaved).toHaveBeenCalled());
  expect(notices.map(({ message, act }) => [message, act?.label])).toEqual([
    [
      "Sampaguita Cooperative is saved and still returned. Resubmit it when your corrections are complete.",
      "Resubmit",
    ],
  ]);
  notices[0]?.act?.run();
  await waitFor(() => expect(notices.at(-1)?.message).toBe("Sampaguita Cooperative: resubmitted."));
  expect(sent).toEqual([
    ["update", [{ id: 7, row_version: 3, registration_number: "old1" }]],
    ["resubmit", { id: 7, row_version: 4 }],
  ]);
  end();
});

test("If a user updates a row that was not returned by a reviewer, no notice about resubmitting appears.", async () => {
  answers.set("/api/arbo-masterlist/update", () => ({
    status: 200,
    body: { status: "success", data: [{ id: 7, row_version: 4 }] },
  }));
  const notices: Notice[] = [];
  const end = connectNotices((notice) => notices.push(notice));
  const { user, section, onSaved } = shown(stored);
  await user.type(section("Registration").getByLabelText("Registration number"), "1");
  await update(user);
  await waitFor(() => expect(onSaved).toHaveBeenCalled());
  expect(notices).toEqual([]);
  end();
});

test("The form lists the changes for confirmation before an update.", async () => {
  const sent = vi.fn();
  answers.set("/api/arbo-masterlist/update", (body) => {
    sent(body);
    return { status: 200, body: { status: "success", data: [stored] } };
  });
  const { user, section, onSaved } = shown(stored);
  const number = section("Registration").getByLabelText("Registration number") as HTMLInputElement;
  await user.clear(number);
  await user.type(number, "new");
  await user.clear(section("Registration").getByLabelText("Date of registration"));
  await user.type(section("Registration").getByLabelText("Date of registration"), "03052021");
  number.focus();
  for (const leave of [
    async () => user.click((await question()).getByRole("button", { name: "No" })),
    async () => user.keyboard("{Escape}"),
  ]) {
    await user.keyboard("{Control>}s{/Control}");
    const rows = (await question()).getAllByRole("row").map((row) => row.textContent);
    expect(rows).toEqual([
      "FieldFromTo",
      "Registration numberoldnew",
      "Date of registration02-03-202003-05-2021",
    ]);
    await waitFor(() => expect(document.activeElement?.textContent).toBe("Yes, save"));
    await leave();
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(document.activeElement).toBe(number);
    expect(number.value).toBe("new");
  }
  expect(sent).not.toHaveBeenCalled();
  await user.keyboard("{Control>}s{/Control}");
  await question();
  await waitFor(() => expect(document.activeElement?.textContent).toBe("Yes, save"));
  await user.keyboard("{Enter}");
  await waitFor(() => expect(onSaved).toHaveBeenCalled());
  expect(sent).toHaveBeenCalledOnce();
  expect(sent.mock.calls[0]?.[0]).toMatchObject([
    { id: 7, registration_number: "new", date_of_registration: "2021-03-05" },
  ]);
});

test("A field of whole numbers says that centavos are not saved, and the confirmation shows the saved number.", async () => {
  const note = "Training cost (PHP): 1,500.75 is saved as the whole number 1,500.";
  const training: Row = {
    ...{ id: 7, row_version: 3, process_stage: "Pending", region_name: region, province_name: province },
    ...{ arbo_name: "Sampaguita Cooperative", training_title: "Bookkeeping", training_cost: 1200 },
  };
  answers.set("/api/arbo-training/update", () => ({
    status: 200,
    body: { status: "success", data: [training] },
  }));
  const { user, onSaved } = shownOf(arboTraining, training);
  const cost = screen.getByLabelText("Training cost (PHP)");
  await user.clear(cost);
  await user.type(cost, "1500.75");
  await user.tab();
  expect(screen.getByText(note)).toBeDefined();
  expect(cost.getAttribute("aria-describedby")).toContain(screen.getByText(note).id);
  await user.click(screen.getByRole("button", { name: "Update" }));
  const asked = await question();
  expect(asked.getAllByRole("row").map((row) => row.textContent)).toEqual([
    "FieldFromTo",
    "Training cost (PHP)1,2001,500",
  ]);
  expect(asked.getByText(note)).toBeDefined();
  await user.click(asked.getByRole("button", { name: "Yes, save" }));
  const message = `The ${arboTraining.noun.one} has been updated. ${note}`;
  await waitFor(() => expect(onSaved).toHaveBeenCalledWith(message, 7));
});

test("The confirmation before an update lists at most eight changes.", async () => {
  const changes = Object.fromEntries(
    arboMasterlist.fields.slice(0, 10).map(({ name }) => [name, [null, "x"]]),
  );
  const no = () => undefined;
  render(
    <ConfirmUpdate
      record={arboMasterlist}
      notes={[]}
      changes={changes as Question["changes"]}
      focused={null}
      onYes={no}
      onNo={no}
    />,
  );
  const asked = await question();
  expect(asked.getAllByRole("row")).toHaveLength(1 + 8);
  expect(asked.getByText("… and 2 other fields.")).toBeDefined();
});

test('The button "Update" of an unchanged form reports that there are no changes.', async () => {
  const { user, onSaved } = shown(stored);
  await user.click(screen.getByRole("button", { name: "Update" }));
  await waitFor(() => expect(onSaved).toHaveBeenCalledWith("There were no changes to save.", undefined));
});

test("The form keeps a typed text that is too long for its field.", async () => {
  const { user } = shown();
  const name = screen.getByLabelText(/^ARBO name/) as HTMLInputElement;
  await user.click(name);
  await user.paste("a".repeat(300));
  await user.tab();
  expect(name.value).toHaveLength(300);
  expect(await screen.findByText(/is 300 characters long; the limit is 250/)).toBeDefined();
});

test("Ctrl+S saves the form, but not while a dialog covers it.", async () => {
  const { user, onSaved } = shown(stored);
  const cover = render(
    <Modal onClose={() => undefined} title="A question">
      <p>Covers the form.</p>
    </Modal>,
  );
  await user.keyboard("{Control>}s{/Control}");
  expect(onSaved).not.toHaveBeenCalled();
  cover.unmount();
  await user.keyboard("{Control>}s{/Control}");
  await waitFor(() => expect(onSaved).toHaveBeenCalledWith("There were no changes to save.", undefined));
});

test("The form and the import refuse the number 1,5 with the same message.", async () => {
  const { user, section } = shown();
  const assets = section("Finances (PHP)").getByLabelText(/^Total assets/) as HTMLInputElement;
  await user.type(assets, "1,5");
  await user.tab();
  expect(assets.value).toBe("1,5");
  const reading = parseNumber("1,5");
  expect(reading.ok).toBe(false);
  expect(await screen.findByText(new RegExp(reading.ok ? "" : reading.reason))).toBeDefined();
});

test("The form of a read-only row shows why it is read-only.", () => {
  shown(stored, "Approved rows are locked. Set it back to Pending first.");
  expect(screen.getByText(/Approved rows are locked/)).toBeDefined();
  expect(screen.queryByRole("button", { name: "Update" })).toBeNull();
  expect(screen.getByLabelText(/^ARBO name/).matches(":disabled")).toBe(true);
});

test("An open form keeps the typed values if another user saves the row.", async () => {
  const sent: unknown[] = [];
  const theirs = { ...stored, row_version: 4, registration_number: "theirs", org_type: "Federation" };
  answers.set("/api/arbo-masterlist/update", (body) => {
    sent.push(body);
    return sent.length === 1
      ? {
          status: 409,
          body: {
            status: "error",
            message: "Stale.",
            details: [{ index: 0, message: "Stale.", current: theirs }],
          },
        }
      : { status: 200, body: { status: "success", data: [theirs] } };
  });
  const { user, section, onSaved } = shown(stored);
  const number = () => section("Registration").getByLabelText("Registration number") as HTMLInputElement;
  await user.clear(number());
  await user.type(number(), "mine");
  await user.type(section("Location").getByLabelText("Sitio/Purok/Street"), "Purok 7");
  await update(user);
  const conflict = within(await screen.findByRole("region", { name: /Someone else saved/ }));
  expect(conflict.getByRole("radio", { name: /mine/ })).toHaveProperty("checked", true);
  expect(number().value).toBe("mine");
  await user.click(conflict.getByRole("radio", { name: /theirs/ }));
  await user.click(conflict.getByRole("button", { name: "Keep the chosen values" }));
  expect(number().value).toBe("theirs");
  await update(user);
  await waitFor(() => expect(onSaved).toHaveBeenCalled());
  expect(sent[1]).toEqual([{ id: 7, row_version: 4, sitio_purok_street: "Purok 7" }]);
});

const lost = new ApiProblem(500, "Failed.", [], { outcome: "unknown" });
/** Answers each save with the next outcome, after a moment, like a network does. Returns the requests. */
function answerSaves(...outcomes: (readonly Row[] | ApiProblem | DOMException)[]) {
  const sent: { rows: readonly object[]; importId: string | undefined }[] = [];
  const update = vi.spyOn(api, "update").mockImplementation(async (_path, rows, batch) => {
    await new Promise((passed) => setTimeout(passed));
    const outcome = outcomes[sent.length] ?? [];
    sent.push({ rows, importId: batch?.import_id });
    if (outcome instanceof ApiProblem || outcome instanceof DOMException) throw outcome;
    return [...outcome];
  });
  onTestFinished(() => update.mockRestore());
  return sent;
}

test("If the response to a save was lost, the user's next save doesn't overwrite another user's change.", async () => {
  const theirs = { ...stored, registration_number: "theirs", org_type: "Federation" };
  const details = [{ index: 0, message: "Stale.", current: { ...theirs, row_version: 5 } }];
  // The repeated request gets the present values and the version that the first request created.
  const sent = answerSaves(lost, [{ ...theirs, row_version: 4 }], new ApiProblem(409, "Stale.", details));
  const { user, section, onSaved } = shown(stored);
  const number = () => section("Registration").getByLabelText("Registration number");
  await user.clear(number());
  await user.type(number(), "mine");
  await update(user);
  await screen.findByText("Failed.");
  await user.type(number(), " 2");
  await update(user);
  const conflict = within(await screen.findByRole("region", { name: /Someone else saved/ }));
  expect(conflict.getByRole("radio", { name: /theirs/ })).toBeDefined();
  expect(sent[1]).toEqual(sent[0]);
  expect(sent[2]?.rows).toEqual([{ id: 7, row_version: 4, registration_number: "mine 2" }]);
  expect([sent.length, onSaved.mock.calls.length]).toEqual([3, 0]);
});

test("If the response to a new row was lost and the row was then deleted, the user's next save reports the deletion.", async () => {
  const sent = answerSaves(lost, [], [stored]);
  const { user, onSaved } = shown();
  await user.type(screen.getByLabelText(/^ARBO name/), "Rosal Growers");
  const register = () => user.click(screen.getByRole("button", { name: "Register" }));
  await register();
  await screen.findByText("Failed.");
  await register();
  await screen.findByText(/deleted or moved to another office since/);
  expect(onSaved).not.toHaveBeenCalled();
  await register();
  await waitFor(() => expect(onSaved).toHaveBeenCalled());
  expect(sent[1]).toEqual(sent[0]);
  expect(sent[2]?.importId).not.toBe(sent[1]?.importId);
});

test("If the response to a new row was lost, a later edit without a connection waits in the outbox as an update, not as a second new row.", async () => {
  const unreachable = new ApiProblem(0, "No connection.", [], { outcome: "unknown" });
  const row = { ...stored, arbo_name: "Rosal", row_version: 1 };
  const sent = answerSaves(lost, [row], unreachable);
  const { user, onSaved } = shown();
  const name = screen.getByLabelText(/^ARBO name/);
  const register = () => user.click(screen.getByRole("button", { name: "Register" }));
  await user.type(name, "Rosal");
  await register();
  await screen.findByText("Failed.");
  await user.type(name, " 2");
  await register();
  await waitFor(() => expect(onSaved).toHaveBeenCalled());
  const [entry] = await readEntries(person("Provincial").id);
  onTestFinished(() => removeEntries([entry?.id ?? ""]).then(() => undefined));
  expect(entry?.work).toMatchObject({
    ...{ base: { id: 7, row_version: 1, arbo_name: "Rosal" }, start: { arbo_name: "Rosal" } },
    ...{ values: { arbo_name: "Rosal 2" }, input: { id: 7, row_version: 1, arbo_name: "Rosal 2" } },
    tried: { input: sent[2]?.rows[0], import_id: sent[2]?.importId },
  });
});

test("If the save of a row times out, the row waits in the outbox with the import_id of this save.", async () => {
  const sent = answerSaves(new DOMException("signal timed out", "TimeoutError"));
  const { user, onSaved } = shown();
  await user.type(screen.getByLabelText(/^ARBO name/), "Rosal");
  await user.click(screen.getByRole("button", { name: "Register" }));
  await waitFor(() => expect(onSaved).toHaveBeenCalled());
  const [entry] = await readEntries(person("Provincial").id);
  onTestFinished(() => removeEntries([entry?.id ?? ""]).then(() => undefined));
  expect(entry?.work).toMatchObject({ tried: { import_id: sent[0]?.importId } });
});

const fileLink = "/homepage/files/00000000-0000-4000-8000-00000000000f";

test.each([
  ["the link to a file that has arrived", { coc_cgs_attachment_link: fileLink }, true],
  ["a typed link of another user", { coc_cgs_attachment_link: "https://example.org/coc" }, false],
  ["an approval", { process_stage: "Approved" }, false],
])(
  "If a save conflicts with %s, the app repeats the save only if the system made this change.",
  async (_, changed, isRepeated) => {
    const sent: unknown[] = [];
    // The form's row comes from a list and has a review state. The stored row in the error response has none.
    const newer = { row_version: 4, updated_at: "2026-11-29T00:00:00Z" };
    const current = { ...stored, coc_cgs_attachment_link: null, ...changed, ...newer };
    answers.set("/api/arbo-masterlist/update", (body) => {
      sent.push(body);
      const details = [{ index: 0, message: "Stale.", current }];
      return sent.length === 1
        ? { status: 409, body: { status: "error", message: "Stale.", details } }
        : { status: 200, body: { status: "success", data: [current] } };
    });
    const review = { state: "new", by: null, at: null, reason: null } as const;
    const { user, section, onSaved } = shown({ ...stored, coc_cgs_attachment_link: null, review });
    await user.type(section("Location").getByLabelText("Sitio/Purok/Street"), "Purok 7");
    await update(user);
    if (isRepeated) await waitFor(() => expect(onSaved).toHaveBeenCalled());
    else await screen.findByRole("region", { name: /Someone else saved/ });
    expect(sent.slice(1)).toEqual(
      isRepeated ? [[{ id: 7, row_version: 4, sitio_purok_street: "Purok 7" }]] : [],
    );
  },
);

const isMarked = (label: HTMLElement): boolean =>
  document.querySelector(`label[for="${label.id}"]`)?.hasAttribute("data-required") === true &&
  label.getAttribute("aria-required") === "true";

test("Form 10 requires the ARBO only until the user enters an ARC.", async () => {
  const { user, section } = shownOf(form10, null);
  expect(isMarked(section("Reporting").getByRole("combobox", { name: /^Quarter reported/ }))).toBe(true);
  const name = section("Organization").getByRole("combobox", { name: /^ARBO:/ });
  expect(isMarked(name)).toBe(true);
  await user.type(section("ARC").getByLabelText("ARC name"), "Pag-asa");
  expect(isMarked(name)).toBe(false);
});

test("The list of problems has the focus after a refused save.", async () => {
  const { user, section, view } = shownOf(form10, null);
  await user.click(screen.getByRole("button", { name: "Register" }));
  const summary = await screen.findByRole("alert");
  await waitFor(() => expect(document.activeElement).toBe(summary));
  await user.click(within(summary).getByRole("link", { name: "Choose an ARBO or an ARC" }));
  const arbo = section("Organization").getByRole("combobox", { name: /^ARBO:/ });
  expect(document.activeElement).toBe(arbo);
  view.unmount();

  shownOf(form10, {
    ...stored,
    arbo_name: "Rosal Growers",
    reporting_year: 2024,
    type_enterprise: "Rice",
  });
  expect(screen.getByText("This accomplishment is incomplete.").parentElement?.textContent).toBe(
    "This accomplishment is incomplete. Missing: quarter reported.",
  );
  expect(document.activeElement).toBe(screen.getByRole("combobox", { name: /^Quarter reported/ }));
});

test("The form of an incomplete row focuses the first field that needs a value.", () => {
  const { section } = shownOf(fmeRentalMonitoring, {
    ...stored,
    reporting_year: 2025,
    reporting_quarter: "Q1",
  });
  expect(document.activeElement).toBe(section("Rental").getByLabelText("FME rented"));
});

test("If a user empties a required field and clicks elsewhere, the field shows its error after the click.", async () => {
  const { user } = shown(stored);
  const name = screen.getByRole("textbox", { name: "ARBO name" });
  const other = screen.getByRole("textbox", { name: "Registration number" });
  await user.clear(name);
  await user.pointer({ keys: "[MouseLeft>]", target: other });
  await new Promise((passed) => setTimeout(passed, 100));
  expect(name.getAttribute("aria-invalid")).toBeNull();
  await user.pointer({ keys: "[/MouseLeft]", target: other });
  await waitFor(() => expect(name.getAttribute("aria-invalid")).toBe("true"));
});
