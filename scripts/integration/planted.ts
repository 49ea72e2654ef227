import { ObjectId } from "mongodb";
import { systemClock } from "#shared/runtime/clock.ts";
import { readServiceConfig } from "#shared/runtime/config.ts";
import { createLogger } from "#shared/runtime/logger.ts";
import type { Mongo } from "#shared/runtime/mongo.ts";
import { createSecrets } from "#shared/runtime/secrets.ts";
import { aContainer, aMachine, aProfile, aUnit, aUser } from "#shared/runtime/testing/stored-records.ts";
import { defaultLimits } from "../../gateway/limits.ts";
import type { GatewayParts } from "../../gateway/parts.ts";
import { openLogin } from "../../gateway/testing/open-login.ts";
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
  const profile = aProfile();
  await collections.productProfiles.insertOne(profile);
  const planted = plans.map((plan) => {
    const { name, location, vendingMachineId, serialNumber, version } = plan;
    const secret = secrets.newSecret();
    const machine = aMachine({ name, location, vendingMachineId, profile: profile._id });
    const unit = aUnit(machine, { serialNumber, name, version, secretHash: secrets.hash(secret) });
    return { plan, machine, unit, secret };
  });
  await collections.machines.insertMany(planted.map(({ machine }) => machine));
  await collections.units.insertMany(planted.map(({ unit }) => unit));
  return planted.map(({ plan, machine, secret }) => ({ plan, machineId: machine._id.toHexString(), secret }));
};

/** A container at each lock of these machines, working and empty. */
export const plantContainers = async (
  { collections }: Pick<Mongo, "collections">,
  units: Pick<PlantedUnit, "machineId" | "plan">[],
): Promise<void> => {
  await collections.containers.insertMany(
    units.flatMap(({ machineId, plan }) =>
      plan.channels.map((channel) => aContainer({ _id: new ObjectId(machineId) }, channel)),
    ),
  );
};

/** A signed-in admin; answers the token. */
export const plantOperator = async (
  parts: Pick<GatewayParts, "config" | "mongo" | "clock" | "limits" | "log">,
  role: "admin" | "staff" = "admin",
): Promise<string> => {
  const user = aUser({ name: "Walking operator", role });
  await parts.mongo.collections.users.insertOne(user);
  return openLogin(parts, user._id);
};

/** The same where gateways are processes of their own: only their environment is known. */
export const plantOperatorOf = (mongo: Mongo, env: Record<string, string>): Promise<string> =>
  plantOperator({
    config: readServiceConfig(env),
    mongo,
    clock: systemClock,
    limits: defaultLimits,
    log: createLogger("operator", "silent"),
  });
