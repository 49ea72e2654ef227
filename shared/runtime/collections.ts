import type { Db, IndexDescription, MongoServerError } from "mongodb";
import { records } from "../events/records.ts";
import type * as units from "./control-unit-documents.ts";
import type * as stored from "./documents.ts";
import type * as logins from "./login-documents.ts";

interface Index extends IndexDescription {
  /** Of an index that is unique: how an operator is told that another record has these values already. */
  taken?: (values: Record<string, unknown>) => string;
}
interface Declaration {
  /** Its changes are listened to though no card is about it: a card's collection is followed anyway. */
  followed?: true;
  indexes: Index[];
  timeSeries?: boolean;
}

/** A call is repeated within seconds; a day covers a client that was switched off over night. */
const idempotencyKeptSeconds = 86_400;
/** Histories and commands. */
export const keptSeconds = 90 * 86_400;

/** A machine's rows in their order: an index of the buckets, which a time-series keeps beside its rows. */
const ofMachine: IndexDescription = { name: "machine", key: { "meta.machine": 1, receivedAt: 1 } };

const alreadyRegistered = () => "Failed / Already Registered";

/** The order of words in which small and capital letters are alike: of indexes that names are found by as they begin. */
export const blind = { locale: "en", strength: 2 };

/** Every collection, with its indexes declared beside it. No query of Cansole scans a collection. */
export const declarations: Record<CollectionName, Declaration> = {
  users: {
    followed: true,
    indexes: [
      { name: "phone", key: { phone: 1 }, unique: true },
      { name: "email", key: { email: 1 }, unique: true, partialFilterExpression: { email: { $gt: "" } } },
      { name: "role", key: { role: 1, suspend: 1 } },
    ],
  },
  logins: {
    followed: true,
    indexes: [
      { name: "user", key: { user: 1 } },
      { name: "expired", key: { expiresAt: 1 }, expireAfterSeconds: 0 },
    ],
  },
  devices: {
    indexes: [
      { name: "token", key: { tokenHash: 1, user: 1 }, unique: true },
      { name: "user", key: { user: 1 } },
      { name: "expired", key: { expiresAt: 1 }, expireAfterSeconds: 0 },
    ],
  },
  machines: {
    indexes: [
      { name: "vendingMachineId", key: { vendingMachineId: 1 }, unique: true, taken: alreadyRegistered },
      { name: "name", key: { name: 1 } },
      { name: "nameBlind", key: { name: 1 }, collation: blind },
      { name: "vendingMachineIdBlind", key: { vendingMachineId: 1 }, collation: blind },
      { name: "profile", key: { profile: 1 } },
      { name: "qrCode", key: { qrCode: 1 } },
    ],
  },
  containers: {
    indexes: [
      { name: "channel", key: { machine: 1, channel: 1 }, unique: true },
      {
        name: "label",
        key: { machine: 1, label: 1 },
        unique: true,
        taken: ({ label }) => `This vending machine has a container ${label} already`,
      },
      // Answers a machine's counts and the pivot of all machines from the index alone.
      { name: "counts", key: { machine: 1, product: 1, isWorking: 1, isEmpty: 1, isReserved: 1, reservedUntil: 1 } },
      { name: "inStock", key: { isEmpty: 1, isWorking: 1, stockedOn: 1, _id: 1 } },
      { name: "inStockAt", key: { machine: 1, isEmpty: 1, isWorking: 1, stockedOn: 1, _id: 1 } },
      { name: "inStockOf", key: { product: 1, isEmpty: 1, isWorking: 1, stockedOn: 1, _id: 1 } },
      { name: "inStockLabelled", key: { label: 1, isEmpty: 1, isWorking: 1, stockedOn: 1, _id: 1 } },
      { name: "product", key: { product: 1 } },
      { name: "lapsing", key: { reservedUntil: 1 }, partialFilterExpression: { reservedUntil: { $type: "date" } } },
    ],
  },
  productProfiles: {
    indexes: [
      {
        name: "name",
        key: { name: 1 },
        unique: true,
        taken: ({ name }) => `A product profile named ${name} exists already`,
      },
      { name: "nameBlind", key: { name: 1 }, collation: blind },
    ],
  },
  products: {
    indexes: [
      {
        name: "brand",
        key: { brand: 1 },
        unique: true,
        taken: ({ brand }) => `A product of the brand ${brand} exists already`,
      },
      { name: "brandBlind", key: { brand: 1 }, collation: blind },
    ],
  },
  regions: {
    indexes: [
      {
        name: "region",
        key: { region: 1 },
        unique: true,
        taken: ({ region }) => `A region named ${region} exists already`,
      },
      { name: "regionBlind", key: { region: 1 }, collation: blind },
      {
        name: "profiles",
        key: { profiles: 1 },
        unique: true,
        partialFilterExpression: { "profiles.0": { $exists: true } },
        // Two operators gave the same profile to two regions at once.
        taken: () => "One of these profiles belongs to another region already",
      },
    ],
  },
  units: {
    indexes: [
      { name: "serialNumber", key: { serialNumber: 1 }, unique: true, taken: alreadyRegistered },
      { name: "serialNumberBlind", key: { serialNumber: 1 }, collation: blind },
      {
        name: "machine",
        key: { machine: 1 },
        unique: true,
        partialFilterExpression: { machine: { $type: "objectId" } },
        taken: alreadyRegistered,
      },
      { name: "sealedUntil", key: { "sealedSecret.until": 1 }, sparse: true },
    ],
  },
  registrationRequests: {
    indexes: [
      { name: "serialNumber", key: { serialNumber: 1 }, unique: true },
      { name: "serialNumberBlind", key: { serialNumber: 1 }, collation: blind },
      { name: "requestedAt", key: { requestedAt: 1 } },
      // There are so many places, so no more requests than that can wait, however many gateways take them in.
      { name: "place", key: { place: 1 }, unique: true, partialFilterExpression: { place: { $gte: 0 } } },
    ],
  },
  lastSeen: { indexes: [] },
  doors: { followed: true, indexes: [{ name: "unit", key: { serialNumber: 1, channel: 1 } }] },
  liveHistory: { timeSeries: true, indexes: [ofMachine] },
  lockHistory: { timeSeries: true, indexes: [ofMachine] },
  connectionHistory: { timeSeries: true, indexes: [ofMachine] },
  sessions: {
    followed: true,
    indexes: [
      // One machine gives one turn at a time, whatever its workers do.
      { name: "oneTurn", key: { machine: 1 }, unique: true, partialFilterExpression: { hasTurn: true } },
      { name: "queue", key: { status: 1, machine: 1, createdAt: 1, _id: 1 } },
      { name: "byMachine", key: { machine: 1, createdAt: -1, _id: -1 } },
    ],
  },
  sessionRows: {
    followed: true,
    indexes: [
      { name: "place", key: { session: 1, place: 1 } },
      { name: "channel", key: { session: 1, channel: 1 } },
      { name: "deadline", key: { deadlineAt: 1 }, partialFilterExpression: { deadlineAt: { $type: "date" } } },
      { name: "closing", key: { serialNumber: 1, channel: 1 }, partialFilterExpression: { awaitsClosing: true } },
      { name: "restarting", key: { serialNumber: 1 }, partialFilterExpression: { awaitsRestart: true } },
    ],
  },
  commands: {
    indexes: [
      { name: "session", key: { session: 1 } },
      { name: "ready", key: { createdAt: 1 }, partialFilterExpression: { state: "ready" } },
      // Longer than a unit keeps a result that it could not deliver.
      { name: "old", key: { createdAt: -1 }, expireAfterSeconds: keptSeconds },
    ],
  },
  testingFeedback: { indexes: [{ name: "machine", key: { machine: 1, createdAt: -1 } }] },
  audit: {
    indexes: [
      { name: "at", key: { at: -1 } },
      { name: "record", key: { "record.collection": 1, "record.id": 1, at: -1 } },
    ],
  },
  idempotencyKeys: {
    indexes: [{ name: "old", key: { createdAt: 1 }, expireAfterSeconds: idempotencyKeptSeconds }],
  },
  seeds: { indexes: [] },
};

const carded: readonly CollectionName[] = records.map(({ collection }) => collection);

/** The collections whose changes are listened to. */
export const followed: readonly string[] = [
  ...carded,
  ...Object.entries(declarations).flatMap(([name, declared]) => (declared.followed ? name : [])),
];

export const collectionsOf = (db: Db) => ({
  users: db.collection<stored.UserDocument>("users"),
  logins: db.collection<logins.LoginDocument>("logins"),
  devices: db.collection<logins.DeviceDocument>("devices"),
  machines: db.collection<stored.MachineDocument>("machines"),
  containers: db.collection<stored.ContainerDocument>("containers"),
  productProfiles: db.collection<stored.ProfileDocument>("productProfiles"),
  products: db.collection<stored.ProductDocument>("products"),
  regions: db.collection<stored.RegionDocument>("regions"),
  units: db.collection<stored.UnitDocument>("units"),
  registrationRequests: db.collection<stored.RegistrationRequestDocument>("registrationRequests"),
  lastSeen: db.collection<stored.LastSeenDocument>("lastSeen"),
  doors: db.collection<stored.DoorDocument>("doors"),
  liveHistory: db.collection<stored.LiveHistoryDocument>("liveHistory"),
  lockHistory: db.collection<stored.LockHistoryDocument>("lockHistory"),
  connectionHistory: db.collection<stored.ConnectionHistoryDocument>("connectionHistory"),
  sessions: db.collection<units.SessionDocument>("sessions"),
  sessionRows: db.collection<units.SessionRowDocument>("sessionRows"),
  commands: db.collection<units.CommandDocument>("commands"),
  testingFeedback: db.collection<units.TestingFeedbackDocument>("testingFeedback"),
  audit: db.collection<stored.AuditDocument>("audit"),
  idempotencyKeys: db.collection<stored.IdempotencyKeyDocument>("idempotencyKeys"),
  seeds: db.collection<stored.SeedDocument>("seeds"),
});
export type Collections = ReturnType<typeof collectionsOf>;
export type CollectionName = keyof Collections;

/** The sentence for a value that another record has already; null where MongoDB's error is about no such index. */
export const takenSentence = (error: MongoServerError): string | null => {
  const [, collection = "", name] = /collection: [^.]+\.(\S+) index: (\S+) dup key/.exec(error.message) ?? [];
  if (!Object.hasOwn(declarations, collection)) return null;
  const index = declarations[collection as CollectionName].indexes.find((one) => one.name === name);
  return index?.taken?.(error.keyValue ?? {}) ?? null;
};
