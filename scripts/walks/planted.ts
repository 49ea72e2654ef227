import { ObjectId } from "mongodb";
import type { Mongo } from "#shared/runtime/mongo.ts";
import { createSecrets } from "#shared/runtime/secrets.ts";
import { issueToken } from "../../gateway/features/auth/sessions.ts";
import type { GatewayParts } from "../../gateway/parts.ts";
import { containerOf } from "../../gateway/testing/network.ts";
import type { FleetUnit } from "../simulator/fleet.ts";
import type { FleetPlan } from "../simulator/plan.ts";

export interface PlantedUnit extends FleetUnit {
  machineId: string;
  plan: FleetPlan;
  secret: string;
}

/** Machines and their registered units, written straight into the database: where registering is not the story. */
export const plantMachines = async (
  { collections }: Pick<Mongo, "collections">,
  jwtSecret: string,
  plans: FleetPlan[],
): Promise<PlantedUnit[]> => {
  const secrets = createSecrets(jwtSecret);
  const profile = new ObjectId();
  const terms = { gst: 18, cansLimit: 0, deposit: false, depositCount: 0 };
  await collections.productProfiles.insertOne({
    ...terms,
    _id: profile,
    name: `Profile ${profile.toHexString()}`,
    brands: [],
    rev: 0,
  });
  const now = new Date();
  const planted = plans.map((plan) => ({ plan, machine: new ObjectId(), secret: secrets.newSecret() }));
  await collections.machines.insertMany(
    planted.map(({ plan: { name, location, vendingMachineId }, machine }) => ({
      _id: machine,
      name,
      vendingMachineId,
      location,
      active: true,
      qrCode: `${machine.toHexString()}.png`,
      profile,
      createdAt: now,
      rev: 0,
    })),
  );
  await collections.units.insertMany(
    planted.map(({ plan: { serialNumber, name, version, vendingMachineId }, machine, secret }) => ({
      _id: new ObjectId(),
      serialNumber,
      name,
      version,
      registeredAt: now,
      authorised: true,
      machine,
      vendingMachineId,
      secretHash: secrets.hash(secret),
      sealedSecret: null,
      rev: 0,
    })),
  );
  return planted.map(({ plan, machine, secret }) => ({ plan, machineId: machine.toHexString(), secret }));
};

/** A container at each lock of these machines, working and empty. */
export const plantContainers = async (
  { collections }: Pick<Mongo, "collections">,
  units: Pick<PlantedUnit, "machineId" | "plan">[],
): Promise<void> => {
  await collections.containers.insertMany(
    units.flatMap(({ machineId, plan }) =>
      plan.channels.map((channel) => containerOf({ _id: new ObjectId(machineId) }, channel)),
    ),
  );
};

/** A signed-in admin; answers the token. */
export const plantOperator = async (
  parts: Pick<GatewayParts, "config" | "mongo" | "clock" | "limits" | "log">,
): Promise<string> => {
  const _id = new ObjectId();
  const phone = String(6_000_000_000 + Math.floor(Math.random() * 999_999_999));
  await parts.mongo.collections.users.insertOne({
    _id,
    phone,
    name: "Walking operator",
    email: "",
    role: "admin",
    suspend: false,
    needDeposit: false,
    needSecurityDeposit: false,
    password: null,
    createdAt: new Date(),
    rev: 0,
  });
  return issueToken(parts, _id);
};
