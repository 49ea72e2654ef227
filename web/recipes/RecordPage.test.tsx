import { act, screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import * as z from "zod";
import type { Edited, MadeOn } from "../http/save-edit.ts";
import type { LiveAction } from "../live/live.atom.ts";
import { atom, createStore } from "../state/jotai.ts";
import type { Load } from "../state/load.ts";
import { tokenAtom } from "../state/session.atoms.ts";
import { showPage } from "../testing/screen.tsx";
import { Form } from "../ui/form/Form.tsx";
import { TextField } from "../ui/form/TextField.tsx";
import { RecordPage, type Shown } from "./RecordPage.tsx";
import { useAddingForm, useRecordForm } from "./use-record-form.ts";

interface Lamp {
  _id: string;
  rev: number;
  name: string;
  colour: string;
}
const lamp: Lamp = { _id: "1", rev: 1, name: "Gate 9", colour: "red" };
const schema = z.object({ name: z.string().trim().min(1, "is required") });
const labels = { name: "Name" };
type Save = (values: { name: string }, madeOn: MadeOn<Lamp>) => Promise<Edited<Lamp>>;

function LampForm({ record, onKnown, save }: Shown<Lamp> & { save: Save }) {
  const form = useRecordForm({
    record,
    onKnown,
    schema,
    labels,
    save,
    valuesOf: ({ name }) => ({ name }),
    taken: (error) => ({ name: error }),
  });
  return (
    <Form form={form} action="Save changes" editing>
      <TextField {...form.field("name")} />
    </Form>
  );
}

function AddLamp({ add, onAdded }: { add: () => Promise<Edited<Lamp>>; onAdded: (lamp: Lamp) => void }) {
  const form = useAddingForm({ schema, blank: { name: "" }, labels, add, onAdded, taken: (name) => ({ name }) });
  return (
    <Form form={form} action="Add lamp">
      <TextField {...form.field("name")} />
    </Form>
  );
}

function open(answer: (values: { name: string }) => Edited<Lamp>, at = "/lamps/1") {
  const shownAtom = atom<Load<Lamp | null>>({ state: "ready", data: lamp });
  const lampAtom = atom(
    (get) => get(shownAtom),
    (get, set, action: LiveAction<Lamp | null>) => {
      const { data } = get(shownAtom);
      if (action.do === "update" && data !== undefined) set(shownAtom, { state: "ready", data: action.change(data) });
    },
  );
  const save = vi.fn<Save>(async (values) => answer(values));
  const onAdded = vi.fn();
  const store = createStore();
  store.set(tokenAtom, "t");
  const page = showPage(
    <RecordPage
      atomOf={() => lampAtom}
      of={{ words: { removed: "This lamp was removed" } }}
      back={{ to: "/lamps", words: "Lamps" }}
      adding={{
        title: "Add New Lamp",
        line: "It is lit afterwards",
        form: <AddLamp add={async () => answer({ name: "" })} onAdded={onAdded} />,
      }}
    >
      {({ record, onKnown }) => (
        <>
          <h1>{record.name}</h1>
          <LampForm record={record} onKnown={onKnown} save={save} />
        </>
      )}
    </RecordPage>,
    { store, at, path: "/lamps/:id" },
  );
  const stands = (load: Load<Lamp | null>) => act(() => store.set(shownAtom, load));
  const becomes = (data: Lamp | null) => stands({ state: "ready", data });
  return { ...page, save, onAdded, becomes, stands };
}
const name = () => screen.getByLabelText<HTMLInputElement>("Name");
const press = (words: string) => screen.getByRole("button", { name: words });

test("the page has one heading while its record is on its way, when it cannot be loaded, and when it is gone", () => {
  const { stands, becomes } = open(() => ({ is: "saved", record: lamp }));
  const headings = () => screen.getAllByRole("heading", { level: 1 }).map(({ textContent }) => textContent);

  stands({ state: "loading" });
  expect(headings()).toEqual(["Loading"]);
  stands({ state: "failed", error: "Failed to get the lamp" });
  expect(headings()).toEqual(["Failed to get the lamp"]);
  becomes(null);
  expect(headings()).toEqual(["This lamp was removed"]);
});

test("what was saved is shown at once, before its event comes, and the form is at rest", async () => {
  const { user } = open(({ name: given }) => ({ is: "saved", record: { ...lamp, rev: 2, name: given } }));
  await user.type(name(), "a");
  await user.click(press("Save changes"));

  await screen.findByRole("heading", { name: "Gate 9a" });
  expect(press("Save changes").getAttribute("aria-disabled")).toBe("true");
});

test("an edit knows what it was made on, and what of the record concerns it", async () => {
  const { user, save } = open(() => ({ is: "failed", error: "Error" }));
  await user.type(name(), "a");
  await user.click(press("Save changes"));

  const [sent, madeOn] = save.mock.calls[0] ?? [];
  expect(sent).toEqual({ name: "Gate 9a" });
  expect(madeOn?.rev).toBe(1);
  expect(madeOn?.isUntouched({ ...lamp, rev: 2, colour: "blue" })).toBe(true);
  expect(madeOn?.isUntouched({ ...lamp, rev: 2, name: "Gate 8" })).toBe(false);
});

test("an operator who was too late sees both versions, and keeps what was typed", async () => {
  const { user } = open(() => ({ is: "stale", record: { ...lamp, rev: 2, name: "Gate 8" } }));
  await user.type(name(), "a");
  await user.click(press("Save changes"));

  await screen.findByRole("cell", { name: "Gate 8" });
  expect(screen.getByRole("cell", { name: "Gate 9a" })).toBeTruthy();
  expect(name().value).toBe("Gate 9a");
});

test("what must be unique and is taken stands under its field; another refusal does not", async () => {
  const { user } = open(({ name: given }) => ({
    is: "refused",
    error: "There is one already",
    taken: given.length > 7,
  }));
  await user.type(name(), "a");
  await user.click(press("Save changes"));
  expect(screen.queryByText("There is one already")).toBeNull();

  await user.type(name(), "b");
  await user.click(press("Save changes"));
  await waitFor(() => expect(document.querySelector(".field-error")?.textContent).toBe("There is one already"));
});

test("an untouched form follows what others change; a record that was removed leaves the way back", async () => {
  const { becomes } = open(() => ({ is: "failed", error: "Error" }));
  becomes({ ...lamp, rev: 2, name: "Gate 8" });
  await waitFor(() => expect(name().value).toBe("Gate 8"));

  becomes(null);

  expect(screen.getByRole("heading", { name: "This lamp was removed" })).toBeTruthy();
  expect(screen.getByRole("link", { name: "Lamps" }).getAttribute("href")).toBe("/lamps");
});

test.each(["/lamps/new", "/lamps/NEW"])("%s adds one: refused under its field, else it is there", async (at) => {
  const answers: Edited<Lamp>[] = [
    { is: "refused", error: "There is one already", taken: true },
    { is: "saved", record: { ...lamp, _id: "2" } },
  ];
  const { user, onAdded } = open(() => answers.shift() ?? { is: "failed", error: "Error" }, at);
  expect(screen.getByRole("heading", { name: "Add New Lamp" })).toBeTruthy();
  await user.type(name(), "Gate");
  await user.click(press("Add lamp"));
  await waitFor(() => expect(document.querySelector(".field-error")?.textContent).toBe("There is one already"));
  expect(onAdded).not.toHaveBeenCalled();

  await user.type(name(), " 2");
  await user.click(press("Add lamp"));

  await waitFor(() => expect(onAdded).toHaveBeenCalledWith({ ...lamp, _id: "2" }, { name: "Gate 2" }));
});
