import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { aShownContainer, aShownMachine } from "#shared/testing/shown-records.ts";
import { live } from "../../live/socket.ts";
import { store } from "../../state/jotai.ts";
import { tokenAtom } from "../../state/session.atoms.ts";
import { playHearers } from "../../testing/heard-live.ts";
import { showPage } from "../../testing/screen.tsx";
import { DoorPad } from "./DoorPad.tsx";

test("a door that is tapped twice opens once; a later tap opens it again", async () => {
  const machine = { ...aShownMachine(), state: null };
  const containers = [aShownContainer("1"), aShownContainer("2")];
  const opened: unknown[] = [];
  store.set(tokenAtom, "t");
  playHearers();
  vi.spyOn(live, "connected").mockReturnValue(true);
  vi.spyOn(live, "join").mockResolvedValue();
  vi.stubGlobal("fetch", async (url: string, { method, body }: RequestInit) => {
    if (method === "POST") opened.push(JSON.parse(String(body)).containers);
    if (url.includes("/containers?")) return Response.json({ success: true, containers, asOf: "0".repeat(16) });
    return Response.json({ success: false, error: "Vending machine is offline" }, { status: 409 });
  });
  showPage(<DoorPad machine={machine} />, { store });
  const door = (label: string) => {
    const numbers = [...document.querySelectorAll(".pad-number")];
    const button = numbers.find(({ lastChild }) => lastChild?.textContent === label)?.closest("button");
    if (!button) throw new Error(`the pad has a door ${label}`);
    return button;
  };
  await waitFor(() => door("1"));
  fireEvent.click(door("1"));
  const question = within(await screen.findByRole("alertdialog"));
  fireEvent.click(question.getByRole("button", { name: "Open container 1" }));
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
