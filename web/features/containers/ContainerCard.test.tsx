import { render, screen, waitFor, within } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Container } from "#shared/containers/container.schema.ts";
import { type ActionName, caseName, containerCases } from "#shared/containers/testing/container-cases.ts";
import type { BrandEntry } from "#shared/profiles/profile.schema.ts";
import { aShownContainer } from "#shared/testing/shown-records.ts";
import { store } from "../../state/jotai.ts";
import { tokenAtom } from "../../state/session.atoms.ts";
import { showPage } from "../../testing/screen.tsx";
import { ContainerCard } from "./ContainerCard.tsx";
import { staleActionsAtom } from "./conflicts.atoms.ts";
import { Tile } from "./Tile.tsx";

const block = { active: true, discountPrice: 30, minPurchase: 1, maxPurchase: 9, incrementBy: 1, priority: 1 };
const entry = (id: string, brand: string): BrandEntry => ({
  _id: id.repeat(24),
  product: id.repeat(24),
  brand,
  price: 40,
  productType: "product",
  bundle: block,
  unit: block,
});
const offered = [entry("c", "Kochi Cola"), entry("d", "Ginger Fizz")];
const full = aShownContainer("12", { rev: 3, isEmpty: false, stockedOn: "2026-11-20T10:00:00.000Z" });

const answers: { status: number; body: object }[] = [];
const sent: { url: string; method: string; body: unknown; key: string | null }[] = [];
beforeEach(() => {
  store.set(tokenAtom, "t");
  answers.length = 0;
  sent.length = 0;
  vi.stubGlobal("fetch", async (url: string, { method, body, headers }: RequestInit) => {
    const key = new Headers(headers).get("idempotency-key");
    sent.push({ url, method: method ?? "", body: JSON.parse(String(body)), key });
    const answer = answers.shift();
    if (!answer) throw new TypeError("no answer");
    return new Response(JSON.stringify(answer.body), { status: answer.status });
  });
});
afterEach(() => store.set(staleActionsAtom, full._id, null));

const showCard = (container: Container) => {
  const onKnown = { changed: vi.fn(), deleted: vi.fn() };
  // The card's actions use the running client's store.
  const machine = { name: "Lobby", vendingMachineId: "AX-1" };
  const card = (of: Container) => (
    <ContainerCard container={of} machine={machine} offered={offered} onKnown={onKnown} />
  );
  return { ...showPage(card(container), { store }), onKnown };
};
const button = (name: string) => screen.queryByRole<HTMLButtonElement>("button", { name });
const isOpen = (control: (HTMLElement & { disabled: boolean }) | null) =>
  control !== null && !control.disabled && control.getAttribute("aria-disabled") === null;

/** What the card offers, in the words of the table. */
const offers = (): ActionName[] => {
  const stock = button("ADD TO STOCK");
  const all: [ActionName, boolean][] = [
    ["change working", isOpen(button("Disabled"))],
    ["change reserved", isOpen(button("Reserved"))],
    ["choose product", isOpen(screen.getByRole<HTMLSelectElement>("combobox", { name: "Product of container 12" }))],
    ["remove product", isOpen(button("Remove"))],
    ["add to stock", isOpen(stock)],
    ["mark empty", isOpen(button("IN STOCK"))],
    ["delete", isOpen(button("Delete container 12"))],
  ];
  return all.flatMap(([action, offered]) => (offered ? action : []));
};

it.each(containerCases.map((one) => [caseName(one), one] as const))(
  "a container that is %s offers exactly what the rules allow",
  (_, one) => {
    const { isWorking, isReserved, isEmpty, hasProduct, allowed } = one;
    showCard({ ...full, isWorking, isReserved, isEmpty, product: hasProduct ? full.product : null });

    expect(offers()).toEqual(allowed);
    expect(button("ADD TO STOCK") !== null).toBe(hasProduct && isEmpty);
    expect(button("IN STOCK") !== null).toBe(hasProduct && !isEmpty);
  },
);

it("a locked door reads Locked and offers Open, another UnLocked and Close", () => {
  const { unmount } = showCard(full);
  expect(screen.getByText("Locked")).toBeTruthy();
  expect(isOpen(button("Open"))).toBe(true);
  expect(button("Close")).toBeNull();
  unmount();

  showCard({ ...full, isLocked: false });
  expect(screen.getByText("UnLocked")).toBeTruthy();
  expect(isOpen(button("Close"))).toBe(true);
  expect(button("Open")).toBeNull();
});

it("a tile shows the moment in which its door opens or closes, and none for how it stood before", () => {
  const tile = (isLocked: boolean) => (
    <Tile container={{ ...full, isLocked }} picked={false} shown={false} faint={false} />
  );
  const { rerender } = render(tile(false));
  const looks = () => screen.getByRole("button").className.match(/tile-(?:opens|closes)/)?.[0];
  expect(looks()).toBeUndefined();

  rerender(tile(true));
  expect(looks()).toBe("tile-closes");

  rerender(tile(false));
  expect(looks()).toBe("tile-opens");
});

it("every change sends the rev that was seen, and stock a key of its own", async () => {
  const { user, onKnown } = showCard(full);
  const emptied = { ...full, isEmpty: true, rev: 4 };
  answers.push({ status: 200, body: { success: true, container: emptied } });

  await user.click(screen.getByRole("button", { name: "IN STOCK" }));

  await waitFor(() => expect(onKnown.changed).toHaveBeenCalledWith(emptied));
  expect(sent).toMatchObject([
    { method: "POST", body: { id: full._id, vendingMachine: full.vendingMachine, rev: 3 }, key: expect.any(String) },
  ]);
});

it("a switch shows at once what was chosen; refused, it goes back and says why, and leaves its door as it is", async () => {
  const { user, onKnown } = showCard(full);
  answers.push({ status: 409, body: { success: false, error: "A container that is being opened stays as it is" } });
  const { isLocked: _, ...record } = full;

  await user.click(screen.getByRole("button", { name: "Disabled" }));

  expect(onKnown.changed.mock.calls).toContainEqual([{ ...record, isWorking: false }]);
  await screen.findByText("A container that is being opened stays as it is");
  await waitFor(() => expect(onKnown.changed.mock.lastCall).toEqual([record]));
  const marked = document.querySelectorAll(".went-back");
  expect([...marked].map((mark) => mark.parentElement?.getAttribute("aria-label"))).toEqual(["Container 12 works"]);
});

it("a stock update that got no answer is tried again under the same key", async () => {
  const { user } = showCard(full);
  await user.click(screen.getByRole("button", { name: "IN STOCK" }));
  await screen.findByText("Error: Failed to update Inventory");
  await user.click(screen.getByRole("button", { name: "IN STOCK" }));

  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]?.key).toBe(sent[0]?.key);
});

it("the later operator sees both changes, and may keep their own", async () => {
  const { user, onKnown } = showCard({ ...full, isEmpty: true, stockedOn: null });
  const theirs = { ...full, isEmpty: true, stockedOn: null, product: "d".repeat(24), brand: "Ginger Fizz", rev: 4 };
  answers.push({ status: 409, body: { success: false, error: "changed meanwhile", container: theirs } });

  await user.click(screen.getByRole("button", { name: "Disabled" }));

  const conflict = (await screen.findByText("Somebody else changed container 12 first")).closest("section");
  const rows = within(conflict as HTMLElement)
    .getAllByRole("row")
    .map((row) => row.textContent);
  expect(onKnown.changed).toHaveBeenCalledWith(theirs);
  expect(rows[0]).toBe("FieldTheirsYours");

  answers.push({ status: 200, body: { success: true, container: { ...theirs, isWorking: false, rev: 5 } } });
  await user.click(screen.getByRole("button", { name: "Keep yours" }));
  await waitFor(() => expect(screen.queryByText("Somebody else changed container 12 first")).toBeNull());
  expect(sent.at(-1)?.body).toMatchObject({ isWorking: false });
});

const waiting = { ...full, isEmpty: true, stockedOn: null };
const lobby = { name: "Lobby", vendingMachineId: "AX-1" };
/** The card as its page draws it: with what the server answers. */
function Followed() {
  const [container, changed] = useState<Container>(waiting);
  const onKnown = { changed: (now: object) => changed((known) => ({ ...known, ...now })), deleted: () => undefined };
  return <ContainerCard container={container} machine={lobby} offered={offered} onKnown={onKnown} />;
}
it("where a colleague has made the same change a moment before nothing is left to choose", async () => {
  const { user } = showPage(<Followed />, { store });
  const container = { ...waiting, isWorking: false, rev: 4 };
  answers.push({ status: 409, body: { success: false, error: "changed meanwhile", container } });

  await user.click(screen.getByRole("button", { name: "Disabled" }));

  await screen.findByText("changed meanwhile");
  await waitFor(() => expect(button("Disabled")?.getAttribute("aria-pressed")).toBe("true"));
  expect(screen.queryByText("Somebody else changed container 12 first")).toBeNull();
});

it("deleting asks first and names the container", async () => {
  const { user, onKnown } = showCard({ ...full, isEmpty: true });
  await user.click(screen.getByRole("button", { name: "Delete container 12" }));
  const dialog = screen.getByRole("alertdialog");
  expect(dialog.textContent).toContain("Delete container 12?");
  await user.click(within(dialog).getByRole("button", { name: "Cancel" }));
  expect(sent).toEqual([]);

  await user.click(screen.getByRole("button", { name: "Delete container 12" }));
  answers.push({ status: 200, body: { success: true, containers: [] } });
  await user.click(within(screen.getByRole("alertdialog")).getByRole("button", { name: "Delete container" }));
  await waitFor(() => expect(onKnown.deleted).toHaveBeenCalled());
  await screen.findByText("Container Deleted");
});

it("a label that is none is refused beside its field, and a good one is sent", async () => {
  const { user } = showCard(full);
  await user.click(screen.getByRole("button", { name: "Change the label of container 12" }));
  const field = screen.getByLabelText("Label of container 12");
  await user.clear(field);
  await user.type(field, "x{Enter}");
  expect(screen.getByText("Container must be 1 to 10 digits or dots")).toBeTruthy();

  await user.clear(field);
  answers.push({ status: 200, body: { success: true, container: { ...full, containerId: "12.1", rev: 4 } } });
  await user.type(field, "12.1{Enter}");
  await waitFor(() => expect(sent.at(-1)?.body).toEqual({ container_id: "12.1", rev: 3 }));
});
