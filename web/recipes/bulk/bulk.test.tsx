import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { alertLogAtom } from "../../state/alerts.atoms.ts";
import { tokenAtom } from "../../state/session.atoms.ts";
import { pretendPhone } from "../../testing/dom.ts";
import { type ExampleMachine, exampleMachines, manyMachines, ready } from "../../testing/machines-table.tsx";
import { showPage } from "../../testing/screen.tsx";
import { useListState } from "../../ui/list-state.ts";
import type { Column } from "../../ui/table/column.ts";
import { BulkTable } from "./BulkTable.tsx";
import type { BulkAction, BulkEnd } from "./bulk-action.ts";
import { bulkRunAtomOf } from "./bulk-runs.ts";
import { useBulk } from "./use-bulk.ts";

const columns: Column<ExampleMachine>[] = [
  { id: "name", head: "Name", value: (row) => row.name, link: (row) => `/machines/${row.id}`, onPhone: "title" },
  { id: "status", head: "Status", value: (row) => row.status, onPhone: "side" },
];
const idOf = ({ id }: ExampleMachine) => id;
const nameOf = ({ name }: ExampleMachine) => name;
const things = ["machine", "machines"] as const;

/** The server: its requests, and the answer to each. */
let requested: string[];
let answers: Record<string, () => Promise<BulkEnd>>;
const done = async (): Promise<BulkEnd> => ({ is: "done" });
const actions: BulkAction<ExampleMachine>[] = [
  {
    words: "Ping",
    whyNot: ({ status }) => (status === "Offline" ? "It is offline" : null),
    do: ({ name }) => {
      requested.push(`ping ${name}`);
      return (answers[name] ?? done)();
    },
  },
  {
    words: "Forget",
    danger: "It is gone for good.",
    do: ({ name }) => {
      requested.push(`forget ${name}`);
      return (answers[name] ?? done)();
    },
  },
];

let lists = 0;
beforeEach(() => {
  requested = [];
  answers = {};
  lists += 1;
});

function Page({ of }: { of: readonly ExampleMachine[] }) {
  const bulk = useBulk({ list: `machines ${lists}`, rows: of, rowId: idOf, nameOf, things, actions });
  const list = useListState({});
  return <BulkTable bulk={bulk} label="Machines" columns={columns} of={ready(of)} list={list} />;
}
const show = (of: readonly ExampleMachine[] = exampleMachines) => showPage(<Page of={of} />);

const box = (name: string) => screen.getByRole<HTMLInputElement>("checkbox", { name: `Select ${name}` });
const picked = () =>
  screen
    .getAllByRole<HTMLInputElement>("checkbox")
    .flatMap((one) => (one.checked ? (one.getAttribute("aria-label") ?? "") : []));
const bar = () => screen.findByRole("region", { name: "Selected rows" });
const action = async (name: RegExp) => within(await bar()).getByRole("button", { name });
const ends = async () =>
  within(await screen.findByRole("list", { name: "Result of each" }))
    .getAllByRole("listitem")
    .map(({ textContent }) => textContent);

test("boxes pick rows, with Shift a range, the head all; x picks the row under the keys", async () => {
  const { user } = show(manyMachines(6));

  await user.click(box("M 1"));
  fireEvent.click(box("M 4"), { shiftKey: true });
  expect(picked()).toEqual(["Select M 1", "Select M 2", "Select M 3", "Select M 4"]);
  expect((await bar()).textContent).toContain("4 selected");

  const row = (name: string) => box(name).closest("tr");
  act(() => row("M 5")?.focus());
  await user.keyboard("x");
  act(() => row("M 2")?.focus());
  await user.keyboard("x");
  expect(picked()).toEqual(["Select M 1", "Select M 3", "Select M 4", "Select M 5"]);

  await user.click(screen.getByRole("checkbox", { name: "Select all that are shown" }));
  expect(picked()).toHaveLength(7);
  await user.click(await action(/^Clear/));
  expect(picked()).toEqual([]);
});

test("one that is refused does not stop the others: each has its result, and the refused one stays picked", async () => {
  answers = { "Gate 10": async () => ({ is: "refused", words: "Its unit is not connected" }) };
  const { user } = show();
  await user.click(screen.getByRole("checkbox", { name: "Select all that are shown" }));

  await user.click(await action(/^Ping/));

  await screen.findByText("Ping: 1 done, 2 not");
  expect(requested).toEqual(["ping Gate 10", "ping atrium"]);
  expect(await ends()).toEqual(["Gate 10Its unit is not connected", "Gate 9It is offline", "atriumDone"]);
  expect(picked()).toEqual(["Select Gate 10", "Select Gate 9"]);
});

test("a call that breaks off is a result as well", async () => {
  answers = { atrium: () => Promise.reject(new Error("gone")) };
  const { user } = show();
  await user.click(box("atrium"));
  await user.click(await action(/^Ping/));

  await screen.findByText("Ping: 0 done, 1 not");
  expect(await ends()).toEqual(["atriumNot known whether it was done: look at its row"]);
});

test("an action of danger confirms once, with how many and which; Cancel does nothing", async () => {
  const { user } = show();
  await user.click(box("Gate 9"));
  await user.click(box("atrium"));

  await user.click(await action(/^Forget/));
  const dialog = screen.getByRole("alertdialog", { name: "Forget 2 machines?" });
  expect(dialog.textContent).toContain("Gate 9, atrium. It is gone for good.");
  await user.click(within(dialog).getByRole("button", { name: "Cancel" }));
  expect(requested).toEqual([]);

  await user.click(await action(/^Forget/));
  await user.click(within(screen.getByRole("alertdialog")).getByRole("button", { name: "Forget" }));
  await screen.findByText("Forget: 2 done");
  expect(requested).toEqual(["forget Gate 9", "forget atrium"]);
});

test("what cannot be done to any of them is disabled, and says why", async () => {
  const { user } = show();
  await user.click(box("Gate 9"));

  const button = await action(/^Ping/);

  expect(button.getAttribute("aria-disabled")).toBe("true");
  expect(within(await bar()).getByRole("button", { name: "Ping", description: "It is offline" })).toBe(button);
});

test("a run goes on when its page is left, shows its end there, and is found again", async () => {
  let answer = (_: BulkEnd) => {};
  answers = {
    "Gate 10": () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
  };
  const { user, store, unmount } = show();
  await user.click(box("Gate 10"));
  await user.click(box("atrium"));
  await user.click(await action(/^Ping/));
  await screen.findByText("Ping: 1 of 2");

  unmount();
  await act(async () => answer({ is: "refused", words: "Its unit is not connected" }));

  await waitFor(() => expect(store.get(alertLogAtom)[0]?.text).toBe("Ping: 1 done, 1 not"));
  expect(store.get(bulkRunAtomOf(`undefined machines ${lists}`))?.isOver).toBe(true);
});

test("what is left of a run is not done under the sign-in of somebody else", async () => {
  const waiting: (() => void)[] = [];
  const slow = () => new Promise<BulkEnd>((resolve) => waiting.push(() => resolve({ is: "done" })));
  answers = { "M 0": slow, "M 1": slow, "M 2": slow, "M 3": slow };
  const { user, store } = show(manyMachines(5));
  await user.click(screen.getByRole("checkbox", { name: "Select all that are shown" }));
  await user.click(await action(/^Ping/));
  expect(waiting).toHaveLength(4);

  await act(async () => {
    store.set(tokenAtom, "of another operator");
    for (const answer of waiting) answer();
  });

  await screen.findByText("Ping: 4 done, 1 not");
  expect(await ends()).toContain("M 4Not done: another sign-in began");
  expect(requested).toHaveLength(4);
});

test("on a phone a tap opens a record, until Select makes taps pick", async () => {
  pretendPhone();
  const { user } = show();
  expect(screen.queryAllByRole("checkbox")).toEqual([]);

  await user.click(screen.getByRole("button", { name: "Select" }));
  await user.click(box("atrium"));

  expect((await bar()).textContent).toContain("1 selected");
});
