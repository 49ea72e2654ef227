import { ObjectId } from "mongodb";
import { word } from "#shared/runtime/testing/stored-records.ts";
import { startGatewayUnderTest } from "../../../testing/gateway-under-test.ts";
import { addProfile } from "../../../testing/network.ts";
import { signedInAt } from "../../../testing/operator.ts";

/** A gateway with the profile "Metro" in the region "Ernakulam", and an operator who may edit machines. */
export const openMachineBench = async () => {
  const gateway = await startGatewayUnderTest();
  const { parts } = gateway;
  const stores = parts.mongo.collections;
  const profile = await addProfile(parts, { name: "Metro" });
  await stores.regions.insertOne({ _id: new ObjectId(), region: "Ernakulam", profiles: [profile._id], rev: 0 });

  return {
    gateway,
    stores,
    operator: await signedInAt(gateway),
    profile,
    /** What an operator sends to add one. */
    newMachine: (wishes: object = {}) => ({
      name: "MG Road Metro",
      vendingMachineId: word("KOC"),
      location: "Concourse level",
      profile: profile._id.toHexString(),
      ...wishes,
    }),
    auditOf: (id: string) => stores.audit.find({ "record.id": id }).sort({ at: 1 }).toArray(),
    stop: gateway.stop,
  };
};
export type MachineBench = Awaited<ReturnType<typeof openMachineBench>>;
