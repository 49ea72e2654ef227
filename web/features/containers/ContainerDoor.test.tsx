import { act, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Container } from "#shared/containers/container.schema.ts";
import { eventually } from "#shared/testing/eventually.ts";
import { aShownContainer } from "#shared/testing/shown-records.ts";
import { alertLogAtom } from "../../state/alerts.atoms.ts";
import { atom, store, useAtomValue } from "../../state/jotai.ts";
import { tokenAtom } from "../../state/session.atoms.ts";
import { showPage } from "../../testing/screen.tsx";
import { aShownSession, sessionId } from "../../testing/shown-session.ts";
import { ContainerDoor } from "./ContainerDoor.tsx";
import { aDoorRow, doorServer } from "./testing/door-server.ts";
import { doorSessionsAtom } from "./use-shown-session.ts";

const machine = { name: "Infopark Lobby", vendingMachineId: "AX-1" };
const locked = aShownContainer("12", { product: null, brand: "" });
let server: ReturnType<typeof doorServer>;

beforeEach(() => {
  store.set(tokenAtom, "t");
  server = doorServer();
});
afterEach(() => store.set(doorSessionsAtom, locked._id, null));

const open = (container: Container) => showPage(<ContainerDoor container={container} machine={machine} />, { store });
const dialog = () => screen.getByRole("alertdialog");
const sentence = () => document.querySelector(".door-sentence")?.textContent;
const facts = () => [...document.querySelectorAll(".mark")].map((mark) => mark.textContent);

it("Open requests confirmation and names machine and container; nothing is sent when the answer is no", async () => {
  const { user } = open(locked);

  await user.click(screen.getByRole("button", { name: "Open" }));

  expect(dialog().textContent).toContain("Open container 12 of Infopark Lobby?");
  expect(dialog().textContent).toContain("AX-1");
  await user.click(within(dialog()).getByRole("button", { name: "Cancel" }));
  expect(server.sent).toEqual([]);
});

const relabelledAtom = atom(locked);
function Relabelled() {
  return <ContainerDoor container={useAtomValue(relabelledAtom)} machine={machine} />;
}

it("a container that is called otherwise since it was asked about stays closed, and says so", async () => {
  const { user } = showPage(<Relabelled />, { store });
  await user.click(screen.getByRole("button", { name: "Open" }));

  act(() => store.set(relabelledAtom, { ...locked, containerId: "13", rev: locked.rev + 1 }));
  await user.click(within(dialog()).getByRole("button", { name: "Open container" }));

  await screen.findByText("Container 12 is called 13 meanwhile: nothing was sent");
  expect(server.sent).toEqual([]);
});

it("Open sends one command, and the door's three facts are seen as they become known", async () => {
  const { user } = open(locked);
  server.script.session = aShownSession({ type: "open" });
  server.script.rows = [aDoorRow(locked._id, "12", "open", { state: "queued", sentAt: null })];

  await user.click(screen.getByRole("button", { name: "Open" }));
  await user.click(within(dialog()).getByRole("button", { name: "Open container" }));

  await screen.findByText("Container Open Message Sent");
  await screen.findByText("Waits for its turn");
  expect(server.sent).toEqual([
    {
      path: "/control-units/open",
      body: { vendingMachineId: "AX-1", containers: [locked._id] },
      key: expect.any(String),
    },
  ]);
  expect(screen.getByRole("link", { name: /Session/ }).getAttribute("href")).toBe(
    `/test-vending-machine?session=${sessionId}`,
  );

  act(() =>
    server.publish(aDoorRow(locked._id, "12", "open", { state: "acknowledged", facts: { acknowledged: 300 } })),
  );
  await screen.findByText("Acknowledged, not seen open yet");
  expect(facts()).toEqual(["Acknowledged 0.3 s", "Opened waiting", "Closed not yet"]);

  const opened = { acknowledged: 300, opened: 1_250 };
  act(() => server.publish(aDoorRow(locked._id, "12", "open", { state: "opened", facts: opened })));
  await screen.findByText("Seen open; it is closed by hand");
  expect(facts()).toEqual(["Acknowledged 0.3 s", "Opened 1.3 s", "Closed waiting"]);

  const endedAt = "2026-11-21T09:01:20.000Z";
  const all = { facts: { ...opened, closed: 80_000 }, endedAt };
  act(() => server.publish(aDoorRow(locked._id, "12", "open", { state: "closed", ...all })));
  await screen.findByText("Seen open, then closed");
  expect(facts().at(-1)).toBe("Closed 1 min 20 s");
});

it("what ended well settles by itself after a while", async () => {
  vi.useFakeTimers();
  server.script.session = aShownSession({ type: "open" });
  const ended = { facts: { acknowledged: 1, opened: 2, closed: 3 }, endedAt: "2026-11-21T09:00:00.003Z" };
  server.script.rows = [aDoorRow(locked._id, "12", "open", { state: "closed", ...ended })];
  store.set(doorSessionsAtom, locked._id, sessionId);
  open(locked);
  await act(() => vi.advanceTimersByTimeAsync(500));
  expect(sentence()).toBe("Seen open, then closed");

  await act(() => vi.advanceTimersByTimeAsync(8_000));

  expect(sentence()).toBeUndefined();
});

it.each([
  ["timeout", { reason: "Not seen open within 15 s" }, "Not seen open within 15 s"],
  ["failed", { reason: "The door is jammed", code: "DOOR_JAMMED" }, "The door is jammed (DOOR_JAMMED)"],
  ["failed", { reason: "DOOR_JAMMED", code: "DOOR_JAMMED" }, "DOOR_JAMMED"],
  ["rejected", { reason: "Vending machine is offline", code: "OFFLINE" }, "Vending machine is offline"],
] as const)("a bad end says its reason: %s", async (state, why, words) => {
  server.script.session = aShownSession({ type: "open", status: "failed" });
  const row = { state, ...why, facts: { acknowledged: 300 }, endedAt: "2026-11-21T09:00:15.000Z" };
  server.script.rows = [aDoorRow(locked._id, "12", "open", row)];
  store.set(doorSessionsAtom, locked._id, sessionId);

  open(locked);

  await screen.findByText(words);
  expect(facts()).toEqual(["Acknowledged 0.3 s", "Opened never came", "Closed –"]);
});

it("a machine that is offline shows an alert, and its session is shown all the same", async () => {
  const { user } = open(locked);
  const error = "Vending machine is offline";
  server.script.answer = { status: 409, body: { success: false, error, message: error, sessionId } };
  server.script.session = aShownSession({ type: "open", status: "failed", reason: error });
  const end = { state: "rejected", sentAt: null, reason: error, endedAt: "2026-11-21T09:00:00.000Z" } as const;
  server.script.rows = [aDoorRow(locked._id, "12", "open", end)];

  await user.click(screen.getByRole("button", { name: "Open" }));
  await user.click(within(dialog()).getByRole("button", { name: "Open container" }));

  await eventually(() => expect(sentence()).toBe(error));
  expect(within(document.querySelector(".alerts") ?? document.body).getAllByText(error).length).toBeGreaterThan(0);
});

it("a command without an answer says so, and is still one command when it is pressed again", async () => {
  const { user } = open(locked);
  server.script.answer = null;
  for (const _ of [1, 2]) {
    await user.click(screen.getByRole("button", { name: "Open" }));
    await user.click(within(dialog()).getByRole("button", { name: "Open container" }));
    await screen.findByText("Error: Failed to open container");
  }

  expect(server.sent).toHaveLength(2);
  expect(server.sent[1]?.key).toBe(server.sent[0]?.key);
});

it("Close only checks, says so, and shows what the lock answered", async () => {
  const { user } = open({ ...locked, isLocked: false });
  server.script.session = aShownSession({ type: "lock-close-verify" });
  const status = { ...aDoorRow(locked._id, "12", "lock-close-verify", { facts: { status: 400 } }) };
  const answered = { ...status, state: "answered" as const, endedAt: "2026-11-21T09:00:00.400Z", isOpened: true };
  const fact = status.facts.status;
  if (!fact) throw new Error("no status");
  server.script.rows = [{ ...answered, facts: { status: { ...fact, isLocked: false } } }];

  await user.click(screen.getByRole("button", { name: "Close" }));
  expect(dialog().textContent).toContain("Only a person can close a door.");
  await user.click(within(dialog()).getByRole("button", { name: "Check door" }));

  await screen.findByText("Success");
  await screen.findByText("Not closed: it is not locked");
  expect(facts()).toEqual(["UnLocked 0.4 s"]);
  expect(server.sent).toMatchObject([
    { path: "/control-units/lock-close-verify", body: { vendingMachineId: "AX-1", containers: [locked._id] } },
  ]);
});

it("a server that cannot answer says so in its own words, and pressing again is still the same command", async () => {
  const { user } = open(locked);
  const error = "The server cannot answer right now; try again shortly";
  server.script.answer = { status: 503, body: { success: false, error } };

  for (const time of [1, 2]) {
    await user.click(screen.getByRole("button", { name: "Open" }));
    await user.click(within(dialog()).getByRole("button", { name: "Open container" }));
    await eventually(() => expect(server.sent).toHaveLength(time));
  }

  await screen.findByText(error);
  expect(store.get(alertLogAtom)[0]?.text).toBe(error);
  const [first, second] = server.sent;
  expect(first?.key).toMatch(/^[0-9a-f]{32}$/);
  expect(second?.key).toBe(first?.key);
});

it("Close without an answer says 'Error: Failed to send command'", async () => {
  const { user } = open({ ...locked, isLocked: false });
  server.script.answer = { status: 503, body: {} };

  await user.click(screen.getByRole("button", { name: "Close" }));
  await user.click(within(dialog()).getByRole("button", { name: "Check door" }));

  await screen.findByText("Error: Failed to send command");
});
