import { afterEach, expect, test, vi } from "vitest";
import { eventually } from "#shared/testing/eventually.ts";
import { aShownMachine } from "#shared/testing/shown-records.ts";
import { store } from "../../state/jotai.ts";
import { playHearers } from "../../testing/heard-live.ts";
import { testMachinesAtom } from "./control-units.atoms.ts";

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test("a machine that is given another profile offers its brands at once", async () => {
  const hear = playHearers();
  const { _id, name, vendingMachineId, ...machine } = aShownMachine();
  const offers = ["Cola", "Lime"];
  vi.stubGlobal("fetch", async () => {
    const brands = [{ brand: offers[0], product: "e".repeat(24) }];
    const vendingMachines = [{ _id, name, vendingMachineId, brands, containers: [], working: [] }];
    return Response.json({
      success: true,
      vendingMachines,
      asOf: String(offers.shift() === "Cola" ? 0 : 2).repeat(16),
    });
  });
  const leave = store.sub(testMachinesAtom, () => undefined);
  const offered = () => store.get(testMachinesAtom).data?.[0]?.brands.map(({ brand }) => brand);
  await eventually(() => expect(offered()).toEqual(["Cola"]));

  const view = { ...machine, _id, name, vendingMachineId, profile: "f".repeat(24), rev: 1 };
  hear({ name: "machine.changed", t: "1".repeat(16), view });

  await eventually(() => expect(offered()).toEqual(["Lime"]));
  leave();
});
