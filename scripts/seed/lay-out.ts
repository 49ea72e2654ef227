import type { Collection, Document } from "mongodb";
import type { Collections } from "#shared/runtime/collections.ts";
import { createSecrets } from "#shared/runtime/secrets.ts";
import { simulatedKeys } from "../simulator/own-secret.ts";
import { addMissing, demoId } from "./add-missing.ts";
import { products, profiles, regions } from "./assortment.ts";
import { containersOf } from "./containers.ts";
import { demoUnits } from "./demo-units.ts";
import { lastSeenOf, machinesOf, requestsOf, unitsOf } from "./network.ts";
import { usersOf } from "./people.ts";

interface Step {
  name: keyof Collections;
  add(): Promise<void>;
}

/** What the demo network consists of, in the order in which it is laid out; each step may be run again. */
export const demoSteps = (collections: Collections, jwtSecret: string, now: number): Step[] => {
  const step = <N extends keyof Collections>(
    name: N,
    records: Collections[N] extends Collection<infer D> ? D[] : never,
  ): Step => ({
    name,
    add: () => addMissing(collections[name] as unknown as Collection<Document>, records as Document[]),
  });
  return [
    step("products", products),
    step("productProfiles", profiles),
    step("regions", regions),
    step("machines", machinesOf(now)),
    step("containers", containersOf(now)),
    step("lastSeen", lastSeenOf(now)),
    step("units", unitsOf(jwtSecret, now)),
    step("registrationRequests", requestsOf(now)),
    step("users", usersOf(now)),
  ];
};

/**
 * The simulated units' secrets follow from the installation's secret: where that has changed, their hashes follow.
 * A unit that an operator has changed since is left alone.
 */
export const renewSecrets = async ({ units }: Collections, jwtSecret: string): Promise<void> => {
  const { hash } = createSecrets(jwtSecret);
  await units.bulkWrite(
    demoUnits(jwtSecret).map(({ serialNumber, secret }) => ({
      updateOne: {
        filter: { _id: demoId("unit", serialNumber), rev: 0, secretHash: { $ne: hash(secret) } },
        update: { $set: { secretHash: hash(secret), key: simulatedKeys(jwtSecret, serialNumber).key } },
      },
    })),
    { ordered: false },
  );
};
