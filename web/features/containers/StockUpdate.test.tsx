import { act, screen, within } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { eventually } from "#shared/testing/eventually.ts";
import { aShownContainer } from "#shared/testing/shown-records.ts";
import { atom, store, useAtomValue } from "../../state/jotai.ts";
import { tokenAtom } from "../../state/session.atoms.ts";
import { showPage } from "../../testing/screen.tsx";
import { aShownSession, sessionId } from "../../testing/shown-session.ts";
import { Front } from "./Front.tsx";
import { StockUpdate } from "./StockUpdate.tsx";
import { aDoorRow, doorServer } from "./testing/door-server.ts";
import { useBulkOpen } from "./use-bulk-open.ts";
import { doorSessionsAtom } from "./use-shown-session.ts";

const machineId = "b".repeat(24);
const waiting = (digit: string) => aShownContainer(digit, { _id: digit.repeat(24), vendingMachine: machineId });
const containers = ["1", "2", "3"].map(waiting);
const id = (digit: string) => digit.repeat(24);
let server: ReturnType<typeof doorServer>;

beforeEach(() => {
  store.set(tokenAtom, "t");
  server = doorServer();
});
afterEach(() => {
  store.set(doorSessionsAtom, machineId, null);
  store.set(containersAtom, containers);
});

const onStocked = vi.fn();
const machine = { name: "Infopark Lobby", vendingMachineId: "AX-1" };
const none: ReadonlySet<string> = new Set();

const containersAtom = atom(containers);

/** The bar beneath the front of three containers that wait for stock. */
function Bar() {
  const present = useAtomValue(containersAtom);
  const [picked, setPicked] = useState(none);
  const bulk = useBulkOpen(machineId, machine, present);
  const selection = { picked, isMany: false, setMany: vi.fn(), pickMany: setPicked, clear: vi.fn(), handlers };
  return (
    <>
      <Front containers={containers} found={new Set()} selection={selection} shown="" rowOf={bulk.rowOf} />
      <StockUpdate
        machineId={machineId}
        bulk={bulk}
        chosen={containers.filter(({ _id }) => picked.has(_id))}
        hidden={0}
        waiting={containers}
        onPick={setPicked}
        onClear={() => setPicked(none)}
        onDetails={null}
        onStocked={onStocked}
      />
    </>
  );
}
const handle = () => undefined;
const handlers = {
  onClick: handle,
  onPointerDown: handle,
  onPointerOver: handle,
  onPointerUp: handle,
  onPointerCancel: handle,
};
const open = () => showPage(<Bar />, { store });
const button = (name: string) => screen.getByRole<HTMLButtonElement>("button", { name });
const summary = () => document.querySelector(".bulk-session .door-sentence")?.textContent;
const tiles = () => [...document.querySelectorAll<HTMLElement>(".tile")];
/** What the tiles say of their doors, in their order. */
const doorsSaid = () => tiles().map((tile) => tile.querySelector(".tile-door")?.textContent.replace(", ", ""));

it.each([
  ["got another label", [{ ...waiting("1"), containerId: "9" }, waiting("2"), waiting("3")], "is called 9"],
  ["was removed", [waiting("2"), waiting("3")], "was removed"],
])("nothing is opened where one of them %s since it was asked about", async (_what, present, said) => {
  const { user } = open();
  await user.click(button("Select all"));
  await user.click(button("OPEN"));

  act(() => store.set(containersAtom, present));
  await user.click(within(screen.getByRole("alertdialog")).getByRole("button", { name: "Open 3 containers" }));

  await screen.findByText(`Container 1 ${said} meanwhile: nothing was sent`);
  expect(server.sent).toEqual([]);
});

/** Picks all three and says yes to OPEN. */
const openAll = async (user: ReturnType<typeof open>["user"]) => {
  await user.click(button("Select all"));
  await user.click(button("OPEN"));
  await user.click(within(screen.getByRole("alertdialog")).getByRole("button", { name: "Open 3 containers" }));
};

it("OPEN is disabled until tiles are picked, and confirms with their count", async () => {
  const { user } = open();
  expect(button("OPEN").getAttribute("aria-disabled")).toBe("true");

  await user.click(button("Select all"));
  await user.click(button("OPEN"));

  const dialog = screen.getByRole("alertdialog");
  expect(dialog.textContent).toContain("Open 3 containers of Infopark Lobby?");
  expect(dialog.textContent).toContain("1, 2, 3");
  await user.click(within(dialog).getByRole("button", { name: "Cancel" }));
  expect(server.sent).toEqual([]);
});

it("CLEAR deselects all", async () => {
  const { user } = open();
  await user.click(button("Select all"));
  expect(screen.getByText("3 containers selected")).toBeTruthy();

  await user.click(button("CLEAR"));
  expect(screen.getByText("3 containers to fill")).toBeTruthy();
});

it("OPEN is one stock update of the picked tiles, shown tile by tile and in a summary; stock is not touched", async () => {
  const { user } = open();
  const rowOf = (digit: string, more: Parameters<typeof aDoorRow>[3] = {}) =>
    aDoorRow(id(digit), digit, "stock-update", { state: "sent", ...more });
  server.script.session = aShownSession({ type: "stock-update" });
  server.script.rows = ["1", "2", "3"].map((digit) => rowOf(digit));

  await openAll(user);

  await screen.findByText("Successfully Opened Containers");
  await eventually(() => expect(summary()).toBe("0 of 3 opened"));
  expect(server.sent).toEqual([
    {
      path: "/control-units/stock-update",
      body: { vendingMachineId: "AX-1", containers: [id("1"), id("2"), id("3")] },
      key: expect.any(String),
    },
  ]);
  expect(doorsSaid()).toEqual(["Sent", "Sent", "Sent"]);

  const facts = { acknowledged: 200, opened: 900 };
  act(() => {
    server.publish(rowOf("1", { state: "opened", facts }));
    server.publish(
      rowOf("2", { state: "closed", facts: { ...facts, closed: 9_000 }, endedAt: "2026-11-21T09:00:09.000Z" }),
    );
    server.publish(
      rowOf("3", { state: "failed", code: "DOOR_JAMMED", reason: "Jammed", endedAt: "2026-11-21T09:00:02.000Z" }),
    );
  });

  await eventually(() => expect(summary()).toBe("2 of 3 opened, 1 closed"));
  expect(doorsSaid()).toEqual(["Opened", "Closed", "Failed"]);
  expect(document.querySelector(".bulk-troubles")?.textContent).toBe("3 Jammed (DOOR_JAMMED)");
  expect(screen.getByText("3 containers selected")).toBeTruthy();
  expect(onStocked).not.toHaveBeenCalled();
  expect(screen.getByRole("link", { name: /Session/ }).getAttribute("href")).toContain(sessionId);

  await user.click(button("Hide how the doors open"));
  expect(summary()).toBeUndefined();
  expect(doorsSaid()).toEqual([undefined, undefined, undefined]);
});

it("OPEN without an answer says 'Error: Failed to open containers'", async () => {
  const { user } = open();
  server.script.answer = { status: 500, body: {} };

  await openAll(user);

  await screen.findByText("Error: Failed to open containers");
  expect(summary()).toBeUndefined();
});
