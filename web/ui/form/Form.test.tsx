import { act, screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import * as z from "zod";
import { atom, createStore, type PrimitiveAtom, useAtomValue } from "../../state/jotai.ts";
import { tokenAtom } from "../../state/session.atoms.ts";
import { showPage } from "../../testing/screen.tsx";
import { Form } from "./Form.tsx";
import type { Submitted } from "./form-types.ts";
import { NumberField } from "./NumberField.tsx";
import { SwitchField } from "./SwitchField.tsx";
import { TextField } from "./TextField.tsx";
import { useForm } from "./use-form.ts";

const Entry = z.object({
  name: z.string().trim().min(1, "is required"),
  phone: z.string().regex(/^\d{10}$/, "Invalid phone no"),
  price: z.number().min(1, "must be at least 1").nullable(),
  active: z.boolean(),
});
interface Held {
  name: string;
  phone: string;
  price: number | null;
  active: boolean;
}
const labels = { name: "Name", phone: "Phone", price: "Price", active: "Active" };
const record: Held = { name: "Gate 9", phone: "9876543210", price: 40, active: true };

interface Setting {
  initial?: Held;
  answer?: Submitted<Held>;
  rules?: (values: Held) => Partial<Record<keyof Held, string>>;
}

type Submit = (values: unknown, version: number | undefined) => Promise<Submitted<Held>>;
type RecordAtom = PrimitiveAtom<{ values: Held; version: number }>;

function Page({ recordAtom, submit, rules }: Pick<Setting, "rules"> & { recordAtom: RecordAtom; submit: Submit }) {
  const { values, version } = useAtomValue(recordAtom);
  const form = useForm({ schema: Entry, initial: values, version, labels, rules, submit });
  return (
    <Form form={form} action="Save machine" editing>
      <TextField {...form.field("name")} />
      <TextField {...form.field("phone")} />
      <NumberField {...form.field("price")} decimals={2} />
      <SwitchField {...form.field("active")} />
    </Form>
  );
}

function showForm({ initial = record, answer = { is: "saved" }, rules }: Setting = {}) {
  const submit = vi.fn<Submit>(async () => {
    if (answer.is === "stale") store.set(recordAtom, { values: answer.theirs, version: answer.version ?? 1 });
    return answer;
  });
  const recordAtom: RecordAtom = atom({ values: initial, version: 1 });
  const store = createStore();
  store.set(tokenAtom, "t");
  const shown = showPage(<Page recordAtom={recordAtom} submit={submit} rules={rules} />, { store });
  const changeElsewhere = (values: Held, version: number) => act(() => store.set(recordAtom, { values, version }));
  return { ...shown, submit, changeElsewhere };
}

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const save = () => screen.getByRole<HTMLButtonElement>("button", { name: "Save machine" });
const rests = (button: HTMLElement) =>
  button.getAttribute("aria-disabled") === "true" && button.getAttribute("aria-busy") === null;

it("a refused submission names each field in the specification's words and takes the focus", async () => {
  const { user, submit } = showForm();
  await user.clear(field("Name"));
  await user.clear(field("Phone"));
  await user.type(field("Phone"), "98");
  await user.click(save());

  const summary = screen.getByRole("alert");
  expect(document.activeElement).toBe(summary);
  const links = within(summary).getAllByRole("link");
  expect(links.map(({ textContent }) => textContent)).toEqual(["Name is required", "Invalid phone no"]);
  expect(field("Phone").getAttribute("aria-invalid")).toBe("true");
  const described = document.getElementById(field("Phone").getAttribute("aria-describedby") ?? "");
  expect(described?.textContent).toBe("Invalid phone no");
  expect(submit).not.toHaveBeenCalled();

  await user.click(within(summary).getByRole("link", { name: "Invalid phone no" }));
  expect(document.activeElement).toBe(field("Phone"));
});

it("an error leaves as soon as its field is right, and none comes before the first attempt", async () => {
  const { user } = showForm();
  await user.clear(field("Name"));
  expect(screen.queryByRole("alert")).toBeNull();

  await user.click(save());
  expect(screen.getByRole("alert")).toBeTruthy();
  await user.type(field("Name"), "Gate 10");
  expect(screen.queryByRole("alert")).toBeNull();
});

it("rules across fields have their own texts", async () => {
  const { user } = showForm({ rules: ({ price }) => (price === 50 ? { price: "Is too much" } : {}) });
  await user.clear(field("Price"));
  await user.type(field("Price"), "50");
  await user.click(save());
  expect(screen.getAllByText("Is too much").length).toBeGreaterThan(0);
});

it("what the server refuses stands under its field until that is changed", async () => {
  const { user } = showForm({ answer: { is: "refused", errors: { name: "is taken" } } });
  await user.type(field("Name"), "!");
  await user.click(save());
  await waitFor(() => expect(screen.getByRole("alert").textContent).toContain("Name is taken"));

  await user.type(field("Name"), "?");
  expect(screen.queryByText("Name is taken")).toBeNull();
});

it("the button is disabled until something is changed, shows its work, and sends once", async () => {
  let finish = () => undefined as undefined;
  const { user, submit } = showForm();
  submit.mockImplementation(
    () =>
      new Promise((done) => {
        finish = () => void done({ is: "saved", version: 2 }) as undefined;
      }),
  );
  expect(screen.getByRole("button", { name: "Save machine", description: "Nothing has changed yet" })).toBe(save());
  await user.click(save());
  await user.type(field("Price"), "{Enter}");
  expect(submit).not.toHaveBeenCalled();

  await user.type(field("Name"), "!");
  expect(screen.getByText("Changed: Name")).toBeTruthy();
  await user.click(save());
  expect(save().getAttribute("aria-busy")).toBe("true");
  await user.click(save());
  expect(submit).toHaveBeenCalledOnce();
  expect(submit).toHaveBeenCalledWith({ ...record, name: "Gate 9!" }, 1);

  await act(async () => finish());
  expect(rests(save())).toBe(true);
});

it("figures are sent as a number, and nothing as null", async () => {
  const { user, submit } = showForm();
  await user.clear(field("Price"));
  await user.type(field("Price"), "1a2.505");
  expect(field("Price").value).toBe("12.50");
  await user.click(save());
  expect(submit).toHaveBeenLastCalledWith({ ...record, price: 12.5 }, 1);

  await user.clear(field("Price"));
  await user.click(save());
  expect(submit).toHaveBeenLastCalledWith({ ...record, price: null }, 1);
});

it("leaving a changed form needs confirmation: Stay keeps what was typed, Leave goes", async () => {
  const { user, router } = showForm();
  await user.type(field("Name"), "!");

  await act(() => router.navigate("/elsewhere"));
  const dialog = screen.getByRole("alertdialog");
  expect(dialog.textContent).toContain("What you changed will be lost: Name.");
  expect(document.activeElement?.textContent).toBe("Stay");
  await user.click(within(dialog).getByRole("button", { name: "Stay" }));
  expect(field("Name").value).toBe("Gate 9!");

  await act(() => router.navigate("/elsewhere"));
  await user.click(screen.getByRole("button", { name: "Leave" }));
  await waitFor(() => expect(router.state.location.pathname).toBe("/elsewhere"));
});

it("an untouched, a saved and an undone form are left without a question", async () => {
  const { user, router } = showForm();
  await user.type(field("Name"), "!");
  await user.click(screen.getByRole("button", { name: "Undo" }));
  expect([field("Name").value, document.activeElement]).toEqual(["Gate 9", save()]);
  await user.type(field("Name"), "?");
  await user.click(save());
  await waitFor(() => expect(rests(save())).toBe(true));

  await act(() => router.navigate("/elsewhere"));
  await waitFor(() => expect(router.state.location.pathname).toBe("/elsewhere"));
});

it("closing the tab needs confirmation with a changed form, and only then", async () => {
  const { user } = showForm();
  const shownDialog = () => {
    const event = new Event("beforeunload", { cancelable: true });
    window.dispatchEvent(event);
    return event.defaultPrevented;
  };
  expect(shownDialog()).toBe(false);
  await user.type(field("Name"), "!");
  expect(shownDialog()).toBe(true);
});

it("an untouched form follows the record when somebody else changes it", async () => {
  const { changeElsewhere } = showForm();
  changeElsewhere({ ...record, name: "Gate 12" }, 2);
  await waitFor(() => expect(field("Name").value).toBe("Gate 12"));
});

it("a changed form shows theirs and yours, and keeping yours puts only your change on top of theirs", async () => {
  const { user, changeElsewhere, submit } = showForm();
  await user.type(field("Name"), "!");
  changeElsewhere({ ...record, name: "Gate 12", price: 55 }, 2);
  expect(document.activeElement).toBe(field("Name"));

  const rows = () => screen.getAllByRole("row").map((row) => row.textContent);
  await waitFor(() => expect(rows()).toEqual(["FieldTheirsYours", "NameGate 12Gate 9!", "Price5540"]));
  expect(rests(save())).toBe(true);
  await user.click(screen.getByRole("button", { name: "Keep yours" }));
  expect([field("Name").value, field("Price").value]).toEqual(["Gate 9!", "55"]);
  expect(document.activeElement).toBe(field("Name"));
  await user.click(save());
  expect(submit).toHaveBeenCalledWith({ ...record, name: "Gate 9!", price: 55 }, 2);
});

it.each(["Take theirs", "Undo"])("a stale save shows the conflict, and %s ends it", async (choice) => {
  const theirs = { ...record, name: "Gate 12" };
  const { user } = showForm({ answer: { is: "stale", theirs, version: 5 } });
  await user.type(field("Name"), "!");
  await user.click(save());

  const title = await screen.findByText("Somebody else changed this while you were editing");
  expect(document.activeElement).toBe(title);
  await user.click(screen.getByRole("button", { name: choice }));
  expect(field("Name").value).toBe("Gate 12");
  expect([screen.queryByRole("table"), document.activeElement]).toEqual([null, save()]);
});

it("one's own save that comes back as an event is no conflict", async () => {
  const { user, changeElsewhere } = showForm({ answer: { is: "saved", version: 2 } });
  await user.type(field("Name"), "!");
  await user.click(save());
  await waitFor(() => expect(rests(save())).toBe(true));

  changeElsewhere({ ...record, name: "Gate 9!" }, 2);
  await user.type(field("Name"), "?");
  expect(screen.queryByRole("table")).toBeNull();
});

it("one's own save whose answer was lost is no conflict once the record is known again", async () => {
  const { user, changeElsewhere } = showForm({ answer: { is: "failed" } });
  await user.type(field("Name"), "!");
  await user.click(save());
  changeElsewhere({ ...record, name: "Gate 9!" }, 2);
  await screen.findByRole("button", { name: "Save machine", description: "Nothing has changed yet" });
});
