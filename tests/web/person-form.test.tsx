/**
 * The form of a user: a record form with the choice of a role, the fields that the role needs, and a first password.
 */
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import PersonDrawer from "../../web/src/features/administration/people/person-drawer.tsx";
import { queryClient } from "../../web/src/lib/http/query-client.ts";
import { openText } from "../../web/src/lib/offline/seal.ts";
import { person, province, region } from "./people.ts";
import { question } from "./update.ts";

const administrator = person("Central", {
  routes: ["dashboard", "forms", "users"],
  reference: { users: { route: "users", keeps: "all" } },
});
const roles = [
  {
    id: 7,
    rolename: ["Field Encoder"],
    roletype: "Office",
    route: ["forms"],
    access_controls: ["Read"],
    status: "Regional",
  },
  {
    id: 8,
    rolename: ["Central Reader"],
    roletype: "Desk",
    route: ["forms"],
    access_controls: ["Read"],
    status: "Central",
  },
];
const maria = {
  id: "00000000-0000-4000-8000-0000000000aa",
  row_version: 4,
  username: "maria.santos",
  email: "maria@example.gov.ph",
  name: "Maria",
  position: null,
  roles: "Central Reader",
  uac_id: 8,
  region_name: null,
  province_name: null,
  muncity_name: null,
  administrable: true,
  disabled: false,
};
const secret = "harvest-lantern-42";
/**
 * Returns the values of the only draft of a new user; null if there is no draft. Finds the draft by the prefix of its
 * storage key.
 */
const draft = (): string | null => {
  const keys = Object.keys({ ...localStorage });
  const own = keys.find((key) => key.startsWith(`arbo.draft.${administrator.id}.People.new`));
  return own ? JSON.stringify(openText(administrator.id, localStorage.getItem(own) ?? "")) : null;
};

/** Save requests that the form has sent: address and body. */
const saves: { path: string; body: Record<string, unknown> }[] = [];
let answerSave: () => Response;
const success = (data: unknown) => new Response(JSON.stringify({ status: "success", data, total: 1 }));

beforeEach(() => {
  saves.length = 0;
  answerSave = () => success(maria);
  vi.stubGlobal("fetch", async (path: string, init?: RequestInit) => {
    if (path.startsWith("/data/regions"))
      return new Response(JSON.stringify([{ region_name: region, region_code: "03" }]));
    if (path.startsWith("/data")) return new Response("[]");
    if (path === "/api/uac") return success(roles);
    if (path === "/api/user/search") return success([maria]);
    saves.push({ path, body: JSON.parse(String(init?.body)) });
    return answerSave();
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});

async function opened(id: string | null, user = administrator) {
  const onClose = vi.fn();
  render(
    <QueryClientProvider client={queryClient}>
      <PersonDrawer user={user} id={id} onClose={onClose} />
    </QueryClientProvider>,
  );
  const form = within(await screen.findByRole("form", { name: "user" }));
  return { form, onClose, user: userEvent.setup() };
}
type Opened = Awaited<ReturnType<typeof opened>>;

async function choose({ form, user }: Opened, label: RegExp, option: string) {
  await user.click(form.getByRole("combobox", { name: label }));
  await user.click(await screen.findByRole("option", { name: option }));
}
const press = ({ form, user }: Opened, name: string) => user.click(form.getByRole("button", { name }));
const stored = () => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]);

test("The user form names all empty required fields in one message.", async () => {
  const shown = await opened(null);
  await press(shown, "Register");
  const notice = await shown.form.findByRole("alert");
  for (const sentence of [
    "Enter a username.",
    "Enter an e-mail address.",
    "Choose a role.",
    "Enter a first password.",
  ])
    expect(notice.textContent).toContain(sentence);
  expect(within(notice).getAllByRole("listitem")).toHaveLength(4);
  await choose(shown, /^Role/, "Field Encoder (Office, Regional)");
  await press(shown, "Register");
  await waitFor(() =>
    expect(shown.form.getByRole("alert").textContent).toContain("The role is Regional: choose a region."),
  );
  expect(saves).toEqual([]);
});

test("The draft of the user form does not contain the password.", async () => {
  const shown = await opened(null);
  const { form, user, onClose } = shown;
  await user.type(form.getByLabelText("Username"), "maria.santos");
  await user.type(form.getByLabelText("E-mail"), " maria@example.gov.ph ");
  await user.type(form.getByLabelText(/^Password/), secret);
  await choose(shown, /^Role/, "Field Encoder (Office, Regional)");
  await choose(shown, /^Region/, region);
  await waitFor(() => expect(draft()).toContain(region));
  expect(draft()).toContain("maria.santos");
  expect(draft()).not.toContain(secret);
  expect(stored()).not.toContain(secret);
  await press(shown, "Register");
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(saves).toEqual([
    {
      path: "/api/auth/register",
      body: {
        username: "maria.santos",
        email: "maria@example.gov.ph",
        name: null,
        position: null,
        roles: "Field Encoder",
        uac_id: 7,
        region_name: region,
        province_name: null,
        muncity_name: null,
        password: secret,
      },
    },
  ]);
  expect(draft()).toBeNull();
});

test("The form for a new user starts with the administrator's own office filled in.", async () => {
  const { form } = await opened(null, { ...person("Provincial"), access: administrator.access });
  expect(form.getByRole("combobox", { name: /^Region/ }).textContent).toContain(region);
  expect(form.getByRole("combobox", { name: /^Province/ }).textContent).toContain(province);
});

test("The user form sends only the changed fields of a user.", async () => {
  const shown = await opened(maria.id);
  await shown.user.type(shown.form.getByLabelText("Position"), "Reviewer");
  await choose(shown, /^Role/, "Field Encoder (Office, Regional)");
  await choose(shown, /^Region/, region);
  await press(shown, "Update");
  const asked = await question();
  expect(
    asked
      .getAllByRole("row")
      .slice(1)
      .map((row) => row.textContent),
  ).toEqual(["Position—Reviewer", "RoleCentral ReaderField Encoder", `Region—${region}`]);
  await shown.user.click(asked.getByRole("button", { name: "Yes, save" }));
  await waitFor(() => expect(shown.onClose).toHaveBeenCalledOnce());
  const body = { position: "Reviewer", roles: "Field Encoder", uac_id: 7, region_name: region };
  expect(saves).toEqual([
    { path: "/api/auth/usersupdate", body: { ...body, id: maria.id, row_version: maria.row_version } },
  ]);
});

test("The user form shows the server's error at the refused field.", async () => {
  answerSave = () =>
    new Response(
      JSON.stringify({
        status: "error",
        message: "No.",
        details: [{ index: 0, field: "username", message: "This username is taken." }],
      }),
      { status: 409 },
    );
  const shown = await opened(null);
  const { form, user } = shown;
  await user.type(form.getByLabelText("Username"), "maria.santos");
  await user.type(form.getByLabelText("E-mail"), "maria@example.gov.ph");
  await user.type(form.getByLabelText(/^Password/), secret);
  await choose(shown, /^Role/, "Central Reader (Desk, Central)");
  await press(shown, "Register");
  await waitFor(() => expect(form.getByLabelText("Username").getAttribute("aria-invalid")).toBe("true"));
  expect((await form.findByRole("alert")).textContent).toContain("This username is taken.");
  expect((form.getByLabelText(/^Password/) as HTMLInputElement).value).toBe(secret);
  expect(shown.onClose).not.toHaveBeenCalled();
});
