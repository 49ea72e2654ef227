import { expect, test } from "vitest";
import type { ContainerDocument } from "#shared/machines/machine.document.server.ts";
import { profileIdOf, profiles } from "./assortment.ts";
import { containersOf } from "./containers.ts";
import { machineIdOf, putUpAt } from "./network.ts";
import { places } from "./places.ts";

const now = Date.UTC(2026, 5, 1, 9);
const containers = containersOf(now);
const counted = (state: (c: ContainerDocument) => boolean) => containers.filter(state).length;

test("every machine has a container for each of its channels", () => {
  for (const place of places) {
    const channels = containers.flatMap(({ machine, channel }) =>
      machine.equals(machineIdOf(place)) ? [channel] : [],
    );
    expect(channels).toEqual(Array.from({ length: place.containers }, (_, index) => index + 1));
  }
});

test("most are stocked at various dates, some are empty, a few are disabled, one is reserved", () => {
  expect(counted(({ isReserved }) => isReserved)).toBe(1);
  expect(counted(({ isEmpty }) => !isEmpty) / containers.length).toBeGreaterThan(0.5);
  expect(counted(({ product, isEmpty }) => product !== null && isEmpty)).toBeGreaterThan(50);
  expect(counted(({ product }) => product === null)).toBe(2 * places.length);
  expect(counted(({ isWorking }) => !isWorking)).toBeGreaterThan(5);
  expect(counted(({ isWorking }) => !isWorking) / containers.length).toBeLessThan(0.1);
  const days = new Set(containers.flatMap(({ stockedOn }) => (stockedOn ? [stockedOn.toDateString()] : [])));
  expect(days.size).toBeGreaterThan(10);
});

test.each(places)("$name sells what its profile sells, stocked since it was put up", (place) => {
  const profile = profiles.find(({ _id }) => _id.equals(profileIdOf(place.area)));
  const sold = profile?.brands.flatMap(({ productType, product }) => (productType === "product" ? [`${product}`] : []));

  for (const container of containers.filter(({ machine }) => machine.equals(machineIdOf(place)))) {
    if (container.product) expect(sold).toContain(`${container.product}`);
    if (container.isEmpty) expect(container).toMatchObject({ stockedOn: null, stockedBy: null, isReserved: false });
    else {
      expect(container.stockedOn?.getTime()).toBeGreaterThan(putUpAt(place, now).getTime());
      expect(container.stockedOn?.getTime()).toBeLessThanOrEqual(now);
    }
  }
});
