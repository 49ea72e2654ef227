import { act, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Cans } from "#shared/cans/cans.schema.ts";
import { aShownMachine } from "#shared/testing/shown-records.ts";
import { live } from "../../live/socket.ts";
import { atom, store, useAtomValue } from "../../state/jotai.ts";
import { hasColleagueAtom, operatorAtom, tokenAtom } from "../../state/session.atoms.ts";
import { playHearers } from "../../testing/heard-live.ts";
import { showPage } from "../../testing/screen.tsx";
import { CansCard } from "./CansCard.tsx";
import { LimitCard } from "./LimitCard.tsx";

const [user, machine, cola, lime] = ["a", "b", "c", "d"].map((digit) => digit.repeat(24)) as [
  string,
  string,
  string,
  string,
];
const cansOf = (colas: number, limes: number, rev: number): Cans => ({
  _id: user,
  totalCans: colas + limes,
  cansLimit: 4,
  openedCans: 2,
  current: {
    vendingMachines: [
      {
        vendingMachine: machine,
        brands: [
          { _id: cola, brand: "Cola", product: cola, totalCans: colas },
          { _id: lime, brand: "Lime", product: lime, totalCans: limes },
        ],
      },
    ],
  },
  rev,
});

const answers: { status: number; body: object }[] = [];
const sent: { url: string; body: unknown }[] = [];
beforeEach(() => {
  store.set(tokenAtom, "t");
  answers.length = 0;
  sent.length = 0;
  vi.stubGlobal("fetch", async (url: string, { method, body }: RequestInit) => {
    if (method !== "PUT") throw new TypeError("nothing else answers here");
    sent.push({ url, body: JSON.parse(String(body)) });
    const answer = answers.shift();
    if (!answer) throw new TypeError("no answer");
    return new Response(JSON.stringify(answer.body), { status: answer.status });
  });
});
afterEach(() => {
  store.set(operatorAtom, null);
  store.set(hasColleagueAtom, false);
});

const show = (record: Cans) => {
  const onKnown = vi.fn();
  return { ...showPage(<CansCard record={record} onKnown={onKnown} />, { store }), onKnown };
};
const change = async (user: ReturnType<typeof showPage>["user"], brand: string, cans: string) => {
  const rows = screen.getAllByRole("row");
  const row = rows.find((one) => within(one).queryByText(brand));
  if (!row) throw new Error(`${brand} stands in the table`);
  await user.click(within(row).getByRole("button", { name: "Change" }));
  await user.clear(screen.getByLabelText("Cans"));
  if (cans) await user.type(screen.getByLabelText("Cans"), cans);
};

it("a count is sent with the sum that it makes, and its reason", async () => {
  const shown = show(cansOf(2, 3, 5));
  answers.push({ status: 200, body: { success: true, cans: cansOf(6, 3, 6) } });

  await change(shown.user, "Cola", "6");
  await shown.user.type(screen.getByLabelText("Reason"), "one was broken");
  await shown.user.click(screen.getByRole("button", { name: "Save cans" }));

  await waitFor(() => expect(shown.onKnown).toHaveBeenCalledWith(cansOf(6, 3, 6)));
  expect(sent).toEqual([
    {
      url: `/api/v1.2/cans/${user}`,
      body: {
        vendingMachine: machine,
        brand: "Cola",
        product: cola,
        cans: 6,
        totalCans: 9,
        rev: 5,
        reason: "one was broken",
      },
    },
  ]);
  await screen.findByText("User cans updated");
});

it("over a change of another entry it is saved at once, with the sum made anew", async () => {
  const shown = show(cansOf(2, 3, 5));
  answers.push({ status: 409, body: { success: false, error: "stale", cans: cansOf(2, 1, 6) } });
  answers.push({ status: 200, body: { success: true, cans: cansOf(4, 1, 7) } });

  await change(shown.user, "Cola", "4");
  await shown.user.type(screen.getByLabelText("Reason"), "counted");
  await shown.user.click(screen.getByRole("button", { name: "Save cans" }));

  await waitFor(() => expect(sent.map(({ body }) => body)).toMatchObject([{ totalCans: 7 }, { totalCans: 5, rev: 6 }]));
});

it("where a can left meanwhile both counts are shown, and nothing is saved", async () => {
  const shown = show(cansOf(2, 3, 5));
  answers.push({
    status: 409,
    body: { success: false, error: "This record of cans was changed", cans: cansOf(1, 3, 6) },
  });

  await change(shown.user, "Cola", "4");
  await shown.user.type(screen.getByLabelText("Reason"), "counted");
  await shown.user.click(screen.getByRole("button", { name: "Save cans" }));

  const conflict = within(await screen.findByRole("row", { name: /^Cans/ }));
  expect([conflict.getByText("1"), conflict.getByText("4")]).toBeTruthy();
  expect(sent).toHaveLength(1);
});

const heldAtom = atom(cansOf(1, 3, 5));
function Held() {
  return <CansCard record={useAtomValue(heldAtom)} onKnown={vi.fn()} />;
}

it("where the last can of an entry is taken while it is edited, its form stays and shows both", async () => {
  const { user: person } = showPage(<Held />, { store });
  await change(person, "Cola", "4");
  await person.type(screen.getByLabelText("Reason"), "counted at the machine");

  const taken = cansOf(0, 3, 6);
  for (const { brands } of taken.current.vendingMachines) brands.shift();
  act(() => store.set(heldAtom, taken));

  const conflict = within(await screen.findByRole("row", { name: /^Cans/ }));
  expect([conflict.getByText("0"), conflict.getByText("4")]).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>("Reason").value).toBe("counted at the machine");
});

it("its form names the machine also where it was opened before the machines were listed", async () => {
  let list: (answer: Response) => void = () => undefined;
  const listed = new Promise<Response>((done) => {
    list = done;
  });
  vi.stubGlobal("fetch", () => listed);
  playHearers();
  vi.spyOn(live, "connected").mockReturnValue(true);
  vi.spyOn(live, "join").mockResolvedValue();
  const { user: person } = show(cansOf(2, 3, 5));
  await change(person, "Cola", "4");

  const vendingMachines = [aShownMachine({ _id: machine, name: "Pier" })];
  list(new Response(JSON.stringify({ success: true, vendingMachines, asOf: "0".repeat(16) })));
  await screen.findByRole("form", { name: "Cans of Cola at Pier" });
  expect(screen.getByLabelText<HTMLInputElement>("Cans").value).toBe("4");
});

it("without a reason nothing is sent, and an empty count is 0", async () => {
  const shown = show(cansOf(2, 3, 5));
  await change(shown.user, "Cola", "");
  await shown.user.click(screen.getByRole("button", { name: "Save cans" }));
  expect((await screen.findAllByText("Reason is required")).length).toBeGreaterThan(0);
  expect(sent).toEqual([]);

  await shown.user.type(screen.getByLabelText("Reason"), "none left");
  answers.push({ status: 200, body: { success: true, cans: cansOf(0, 3, 6) } });
  await shown.user.click(screen.getByRole("button", { name: "Save cans" }));
  await waitFor(() => expect(sent.map(({ body }) => body)).toMatchObject([{ cans: 0, totalCans: 3 }]));
});

const recordAtom = atom(cansOf(2, 3, 5));
function Limit() {
  return <LimitCard record={useAtomValue(recordAtom)} onKnown={vi.fn()} />;
}

it("a limit alone leaves what was opened as it is, also where a day has begun since the form was opened", async () => {
  const shown = showPage(<Limit />, { store });
  answers.push({ status: 200, body: { success: true, cans: { ...cansOf(2, 3, 6), cansLimit: 9 } } });

  await shown.user.click(screen.getByRole("button", { name: "Edit Daily limit" }));
  await shown.user.clear(screen.getByLabelText("Daily cans limit"));
  await shown.user.type(screen.getByLabelText("Daily cans limit"), "9");
  await shown.user.type(screen.getByLabelText("Reason"), "asked for it");
  act(() => store.set(recordAtom, { ...cansOf(2, 3, 5), openedCans: 0 }));
  await shown.user.click(screen.getByRole("button", { name: "Save limit" }));

  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toEqual({
    url: `/api/v1.2/cans/limit/${user}`,
    body: { cansLimit: 9, reason: "asked for it", rev: 5 },
  });
});

it.each([
  ["their own cans are a colleague's to change", user, true],
  ["whoever is alone changes their own cans", user, false],
  ["the cans of somebody else are anybody's", machine, true],
])("says before anything is typed that %s", async (_what, _id, hasColleague) => {
  store.set(operatorAtom, { _id, name: "Asha", phone: "9800000001", email: "", role: "staff" });
  store.set(hasColleagueAtom, hasColleague);
  const { user: person } = show(cansOf(3, 2, 1));
  const [change] = screen.getAllByRole("button", { name: "Change" });
  if (!change) throw new Error("brands can be changed");

  await person.click(change);

  const why = screen.queryByText("Another operator must change your own cans");
  expect(why !== null).toBe(_id === user && hasColleague);
});
