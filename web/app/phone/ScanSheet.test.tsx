import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { aShownMachine } from "#shared/testing/shown-records.ts";
import { live } from "../../live/socket.ts";
import { store } from "../../state/jotai.ts";
import { tokenAtom } from "../../state/session.atoms.ts";
import { playHearers } from "../../testing/heard-live.ts";
import { showPage } from "../../testing/screen.tsx";
import ScanSheet from "./ScanSheet.tsx";

let count = 0;
const machines = () =>
  Array.from({ length: count }, (_, n) => {
    const number = String(count - n);
    return aShownMachine({ _id: number.padStart(24, "a"), name: `Gate ${number}`, vendingMachineId: `KOC-${number}` });
  });

beforeEach(() => {
  store.set(tokenAtom, "t");
  playHearers();
  vi.spyOn(live, "connected").mockReturnValue(true);
  vi.spyOn(live, "join").mockResolvedValue();
  vi.stubGlobal("fetch", async (url: string) =>
    url.includes("/vending-machines?")
      ? Response.json({ success: true, asOf: "0".repeat(16), vendingMachines: machines() })
      : Response.json({ success: false, error: "not scripted" }, { status: 404 }),
  );
});

/** This browser has no camera. */
const show = () => showPage(<ScanSheet onClose={() => undefined} />, { store });
const field = () => screen.getByLabelText("Vending machine id");
const offered = () =>
  within(screen.queryByRole("list", { name: "Machines" }) ?? document.createElement("ul"))
    .queryAllByRole("button")
    .map((one) => one.querySelector("b")?.textContent);

test("without a camera few machines are listed by name before anything is typed, and typing narrows them", async () => {
  count = 12;
  const { user, address } = show();
  await waitFor(() => expect(offered().length).toBe(12));
  expect(offered().slice(0, 3)).toEqual(["Gate 1", "Gate 2", "Gate 3"]);

  await user.type(field(), "gate 1");
  expect(offered()).toEqual(["Gate 1", "Gate 10", "Gate 11", "Gate 12"]);
  await user.click(screen.getByRole("button", { name: /^Gate 11/ }));
  await waitFor(() => expect(address()).toBe(`/vendingMachine/${"11".padStart(24, "a")}`));
});

test("Enter in the empty field opens nothing, also where there is one machine alone", async () => {
  count = 1;
  const { user } = show();
  await waitFor(() => expect(offered()).toEqual(["Gate 1"]));
  await user.click(field());
  await user.keyboard("{Enter}");
  expect(await screen.findByText("Vending machine id is required")).toBeTruthy();
  expect(screen.queryByRole("dialog", { name: "Gate 1" })).toBeNull();
});

test("more than 40 machines are found by what is typed alone", async () => {
  count = 41;
  const { user } = show();
  await user.type(field(), "4");
  expect(offered()).toEqual([]);
  await user.type(field(), "1");
  await waitFor(() => expect(offered()).toEqual(["Gate 41"]));
});
