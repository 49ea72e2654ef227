import { beforeAll } from "vitest";
import { word } from "#shared/runtime/testing/stored-records.ts";
import { setUp } from "#shared/testing/set-up.ts";
import { setUpGateway } from "../../../testing/gateway-under-test.ts";
import { addProfile, addRegion } from "../../../testing/network.ts";
import { setUpOperator } from "../../../testing/operator.ts";

/** A gateway with the profile "Metro" in the region "Ernakulam", and an operator who may edit machines. */
export const setUpMachines = () => {
  const gateway = setUpGateway();
  const operator = setUpOperator(gateway);
  const profile = setUp(() => addProfile(gateway.parts, { name: "Metro" }));
  beforeAll(() => addRegion(gateway.parts, { region: "Ernakulam", profiles: [profile._id] }));
  const stores = () => gateway.stores;

  return {
    gateway,
    stores,
    operator,
    profile,
    /** What an operator sends to add one. */
    newMachine: (options: object = {}) => ({
      name: "MG Road Metro",
      vendingMachineId: word("KOC"),
      location: "Concourse level",
      profile: profile._id.toHexString(),
      ...options,
    }),
    auditOf: (id: string) => stores().audit.find({ "record.id": id }).sort({ at: 1 }).toArray(),
  };
};
