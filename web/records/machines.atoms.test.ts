import { afterEach, expect, test, vi } from "vitest";
import { aShownMachine } from "#shared/testing/shown-records.ts";
import { store } from "../state/jotai.ts";
import { machineAtomOf } from "./machines.atoms.ts";

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a unit's clock that was put right is wrong no longer on a page that stays open", async () => {
  vi.useFakeTimers();
  const machine = aShownMachine({ unit: { serialNumber: "CU-1", authorised: true } });
  const offsets = [86_400, null];
  vi.stubGlobal("fetch", async () => {
    const vendingMachine = { ...machine, clockOffsetSeconds: offsets.shift() ?? null };
    return Response.json({ success: true, vendingMachine, asOf: "0".repeat(16) });
  });
  const machineAtom = machineAtomOf(machine._id);
  const leave = store.sub(machineAtom, () => undefined);
  const offset = () => store.get(machineAtom).data?.clockOffsetSeconds;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(offset()).toBe(86_400);

  await vi.advanceTimersByTimeAsync(60_000);

  expect(offset()).toBeNull();
  leave();
});
