import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { aShownContainer, aShownMachine } from "#shared/testing/shown-records.ts";
import { live } from "../../live/socket.ts";
import { store } from "../../state/jotai.ts";
import { tokenAtom } from "../../state/session.atoms.ts";
import { playHearers } from "../../testing/heard-live.ts";
import { showPage } from "../../testing/screen.tsx";
import { DoorPad } from "./DoorPad.tsx";

const show = async () => {
  const containers = [aShownContainer("1"), aShownContainer("2")] as const;
  const opened: unknown[] = [];
  store.set(tokenAtom, "t");
  const publish = playHearers();
  vi.spyOn(live, "connected").mockReturnValue(true);
  vi.spyOn(live, "join").mockResolvedValue();
  vi.stubGlobal("fetch", async (url: string, { method, body }: RequestInit) => {
    if (method === "POST") opened.push(JSON.parse(String(body)).containers);
    if (url.includes("/containers?")) return Response.json({ success: true, containers, asOf: "0".repeat(16) });
    return Response.json({ success: false, error: "Vending machine is offline" }, { status: 409 });
  });
  showPage(<DoorPad machine={{ ...aShownMachine(), state: null }} />, { store });
  await waitFor(() => door("1"));
  return { containers, opened, publish };
};
const door = (label: string) => {
  const numbers = [...document.querySelectorAll(".pad-number")];
  const button = numbers.find(({ lastChild }) => lastChild?.textContent === label)?.closest("button");
  if (!button) throw new Error(`the pad has a door ${label}`);
  return button;
};
const question = async () => within(await screen.findByRole("alertdialog"));
const answer = async (button: string) => fireEvent.click((await question()).getByRole("button", { name: button }));

test("a door that is tapped twice opens once; a later tap opens it again", async () => {
  const { containers, opened } = await show();
  fireEvent.click(door("1"));
  await answer("Open container 1");
  await waitFor(() => expect(opened).toHaveLength(1));

  vi.useFakeTimers({ toFake: ["performance"] });
  fireEvent.click(door("2"));
  vi.advanceTimersByTime(200);
  fireEvent.click(door("2"));
  vi.advanceTimersByTime(1_000);
  fireEvent.click(door("2"));
  vi.useRealTimers();

  const [first, second] = containers.map(({ _id }) => [_id]);
  await waitFor(() => expect(opened).toEqual([first, second, second]));
});

test("a tap right after the question was cancelled asks again", async () => {
  const { opened } = await show();
  fireEvent.click(door("1"));
  await answer("Cancel");
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());

  fireEvent.click(door("1"));
  await answer("Open container 1");
  await waitFor(() => expect(opened).toHaveLength(1));
});

test("a door that got another label while it was asked about stays closed, and that is said", async () => {
  const { opened, publish, containers } = await show();
  fireEvent.click(door("1"));
  await question();
  const [asked] = containers;
  const vendingMachine = aShownMachine()._id;
  const view = { ...asked, vendingMachine, containerId: "7", rev: asked.rev + 1 };
  act(() => publish({ name: "container.changed", t: "1".repeat(16), view }));
  await waitFor(() => door("7"));

  await answer("Open container 1");

  await screen.findByText("Container 1 is called 7 meanwhile: nothing was sent");
  expect(opened).toEqual([]);
});
