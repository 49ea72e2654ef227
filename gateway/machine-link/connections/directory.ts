import { createHash, timingSafeEqual } from "node:crypto";
import { createBatch } from "#shared/concurrency/batch.ts";
import type { Admission, Claim, UnitConnection } from "#shared/events/unit-connections.ts";
import { lockCommandKey, newCommandKey, unlockCommandKey } from "#shared/registration/command-keys.server.ts";
import { provisioningUser } from "#shared/registration/registration.schema.ts";
import type { UnitDocument } from "#shared/registration/unit.document.server.ts";
import type { Mongo } from "#shared/runtime/mongo.ts";
import type { Secrets } from "#shared/runtime/secrets.ts";
import type { GatewayParts } from "../../parts.ts";
import { createConnectionCount } from "./connection-count.ts";

type Parts = Pick<GatewayParts, "mongo" | "clock" | "config" | "limits" | "log"> & { secrets: Secrets };
export type Unit = Pick<
  UnitDocument,
  "serialNumber" | "authorised" | "secretHash" | "sealedSecret" | "commandKey" | "key"
>;
type Expulsion = "deleted" | "unauthorised" | "secret-replaced" | "registered-already";

const unitsPerQuery = 200;
const projection = {
  _id: 0,
  serialNumber: 1,
  authorised: 1,
  secretHash: 1,
  sealedSecret: 1,
  commandKey: 1,
  key: 1,
} as const;

/** Takes the same time wherever two words differ, and whatever their lengths. */
const isSame = (a: string, b: string): boolean => {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
};

const createFinder = (units: Mongo["collections"]["units"], maxWaiting: number) =>
  createBatch<string, Unit | null>({
    work: async (serialNumbers) => {
      const found = await units
        .find({ serialNumber: { $in: serialNumbers } })
        .project<Unit>(projection)
        .toArray();
      const bySerial = new Map(found.map((unit) => [unit.serialNumber, unit]));
      return serialNumbers.map((serialNumber) => ({ done: bySerial.get(serialNumber) ?? null }));
    },
    maxWeight: unitsPerQuery,
    maxWaiting,
  });

/** While all units are given a new one, the previous one too. Both are compared, whichever it is. */
const isProvisioningKey = (
  { PROVISIONING_KEY: key, PROVISIONING_KEY_PREVIOUS: previous }: Parts["config"],
  password: string,
): boolean => [isSame(password, key), previous !== undefined && isSame(password, previous)].includes(true);

/** What is stored of units' secrets, opened. */
const createUnitSecrets = ({ clock, log, secrets }: Pick<Parts, "clock" | "log" | "secrets">) => ({
  /** The secret that waits for its unit; null once it was fetched, or after its time. */
  waitingSecret: ({ serialNumber, sealedSecret }: Unit): string | null => {
    if (!sealedSecret || sealedSecret.until.getTime() <= clock.now()) return null;
    try {
      return secrets.open(sealedSecret.box);
    } catch {
      log.warn({ serialNumber }, "a waiting secret cannot be read: JWT_SECRET was changed, the unit needs a new one");
      return null;
    }
  },

  /** Null where it was given none. */
  commandKeyOf: ({ serialNumber, commandKey }: Unit, secret: string): Buffer | null => {
    if (!commandKey) return null;
    try {
      return unlockCommandKey(serialNumber, secret, commandKey);
    } catch {
      log.warn({ serialNumber }, "the key of a unit's commands cannot be read: it will refuse them until New Secret");
      return null;
    }
  },
});

/** Which units may connect, and how: MongoDB is read each time, so a withdrawn permission takes effect at once. */
export const createDirectory = (parts: Parts) => {
  const { mongo, config, limits, secrets } = parts;
  const { units } = mongo.collections;
  const { waitingSecret, commandKeyOf } = createUnitSecrets(parts);
  const countConnection = createConnectionCount({ mongo });
  const find = createFinder(units, limits.signIns.known);
  /** Strangers stand in a line of their own: however long it is, no unit waits behind it. */
  const findStranger = createFinder(units, limits.signIns.strangers);

  /** Why this connection may not stand, given its unit's record as it is now; null if it may. */
  const expulsionOf = (
    { login, credential }: Pick<Admission, "login" | "credential">,
    unit: Unit | null,
  ): Expulsion | null => {
    if (unit && !unit.authorised) return "unauthorised";
    if (login === "provision") return unit && waitingSecret(unit) === null ? "registered-already" : null;
    if (!unit) return "deleted";
    return unit.secretHash === credential ? null : "secret-replaced";
  };

  return {
    find,
    findStranger,
    waitingSecret,
    expulsionOf,
    isProvisioning: ({ username }: Pick<Claim, "username">): boolean => username === provisioningUser,

    /**
     * Null refuses: an unknown unit, a wrong secret, an unauthorised unit, or a provisioning login that is over. A unit
     * that `isKnown` to have the right secret is looked up first. Throws `unavailable` when too many wait.
     */
    admit: async (
      { serialNumber, username, password }: Pick<Claim, "serialNumber" | "username" | "password">,
      isKnown: boolean,
    ): Promise<Admission | null> => {
      // Its own login would be everybody's.
      if (serialNumber === provisioningUser) return null;
      if (username === provisioningUser) {
        if (!isProvisioningKey(config, password)) return null;
        const admission: Admission = { login: "provision", credential: provisioningUser, connectionNumber: 0 };
        return expulsionOf(admission, await findStranger(serialNumber)) ? null : admission;
      }
      if (username !== serialNumber) return null;
      const unit = await (isKnown ? find : findStranger)(serialNumber);
      if (!unit?.authorised || !secrets.matches(password, unit.secretHash)) return null;
      // Only now: a client without the secret causes no write.
      const commandKey = commandKeyOf(unit, password);
      const connectionNumber = await countConnection(serialNumber);
      return { login: "unit", credential: unit.secretHash, connectionNumber, commandKey };
    },

    /**
     * The key of this unit's commands, made the first time that it is given with this secret: from then on they are
     * signed. A stored key that this secret does not open is replaced: a gateway of an earlier version gave a new
     * secret and left the old key there. Null if the unit has another secret by now.
     */
    giveCommandKey: async (unit: Unit, secret: string): Promise<Buffer | null> => {
      const { serialNumber, secretHash, commandKey = null } = unit;
      const fresh = lockCommandKey(serialNumber, secret, newCommandKey());
      const unread = commandKeyOf(unit, secret) === null ? commandKey : null;
      const isNone = { $in: [{ $ifNull: ["$commandKey", null] }, [null, { $literal: unread }]] };
      const given = await units.findOneAndUpdate(
        { serialNumber, secretHash },
        [{ $set: { commandKey: { $cond: [isNone, { $literal: fresh }, "$commandKey"] } } }],
        { returnDocument: "after", projection },
      );
      return given && commandKeyOf(given, secret);
    },

    /** The unit has its secret: it is kept readable no longer. A newer secret that waits stays. */
    forgetWaitingSecret: async ({ serialNumber, credential }: UnitConnection): Promise<void> => {
      await units.updateOne(
        { serialNumber, secretHash: credential, sealedSecret: { $ne: null } },
        { $set: { sealedSecret: null } },
      );
    },
  };
};
export type Directory = ReturnType<typeof createDirectory>;
