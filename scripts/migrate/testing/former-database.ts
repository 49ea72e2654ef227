import type { CreateIndexesOptions, Db, IndexSpecification } from "mongodb";

type FormerIndex = [name: string, key: IndexSpecification, options?: CreateIndexesOptions];

const blind = { collation: { locale: "en", strength: 2 } };
const unique = { unique: true };
const where = (partialFilterExpression: object) => ({ partialFilterExpression });
const expires = (expireAfterSeconds: number) => ({ expireAfterSeconds });
const ofMachine: FormerIndex = ["machine", { "meta.machine": 1, receivedAt: 1 }];

/**
 * What gateways and workers made at their start before there were migrations (commit 761a8fa), copied once and frozen:
 * it must not follow the declarations.
 */
const former: Record<string, FormerIndex[]> = {
  users: [
    ["phone", { phone: 1 }, unique],
    ["email", { email: 1 }, { ...unique, ...where({ email: { $gt: "" } }) }],
    ["role", { role: 1, suspend: 1 }],
  ],
  logins: [
    ["user", { user: 1 }],
    ["expired", { expiresAt: 1 }, expires(0)],
  ],
  devices: [
    ["token", { tokenHash: 1, user: 1 }, unique],
    ["user", { user: 1 }],
    ["expired", { expiresAt: 1 }, expires(0)],
  ],
  machines: [
    ["vendingMachineId", { vendingMachineId: 1 }, unique],
    ["name", { name: 1 }],
    ["nameBlind", { name: 1 }, blind],
    ["vendingMachineIdBlind", { vendingMachineId: 1 }, blind],
    ["profile", { profile: 1 }],
    ["qrCode", { qrCode: 1 }],
  ],
  containers: [
    ["channel", { machine: 1, channel: 1 }, unique],
    ["label", { machine: 1, label: 1 }, unique],
    ["counts", { machine: 1, product: 1, isWorking: 1, isEmpty: 1, isReserved: 1, reservedUntil: 1 }],
    ["inStock", { isEmpty: 1, isWorking: 1, stockedOn: 1, _id: 1 }],
    ["inStockAt", { machine: 1, isEmpty: 1, isWorking: 1, stockedOn: 1, _id: 1 }],
    ["inStockOf", { product: 1, isEmpty: 1, isWorking: 1, stockedOn: 1, _id: 1 }],
    ["inStockLabelled", { label: 1, isEmpty: 1, isWorking: 1, stockedOn: 1, _id: 1 }],
    ["product", { product: 1 }],
    ["lapsing", { reservedUntil: 1 }, where({ reservedUntil: { $type: "date" } })],
  ],
  productProfiles: [
    ["name", { name: 1 }, unique],
    ["nameBlind", { name: 1 }, blind],
  ],
  products: [
    ["brand", { brand: 1 }, unique],
    ["brandBlind", { brand: 1 }, blind],
  ],
  regions: [
    ["region", { region: 1 }, unique],
    ["regionBlind", { region: 1 }, blind],
    ["profiles", { profiles: 1 }, { ...unique, ...where({ "profiles.0": { $exists: true } }) }],
  ],
  units: [
    ["serialNumber", { serialNumber: 1 }, unique],
    ["serialNumberBlind", { serialNumber: 1 }, blind],
    ["machine", { machine: 1 }, { ...unique, ...where({ machine: { $type: "objectId" } }) }],
    ["sealedUntil", { "sealedSecret.until": 1 }, { sparse: true }],
  ],
  registrationRequests: [
    ["serialNumber", { serialNumber: 1 }, unique],
    ["serialNumberBlind", { serialNumber: 1 }, blind],
    ["requestedAt", { requestedAt: 1 }],
    ["place", { place: 1 }, { ...unique, ...where({ place: { $gte: 0 } }) }],
  ],
  lastSeen: [],
  doors: [["unit", { serialNumber: 1, channel: 1 }]],
  liveHistory: [ofMachine],
  lockHistory: [ofMachine],
  connectionHistory: [ofMachine],
  sessions: [
    ["oneTurn", { machine: 1 }, { ...unique, ...where({ hasTurn: true }) }],
    ["queue", { status: 1, machine: 1, createdAt: 1, _id: 1 }],
    ["byMachine", { machine: 1, createdAt: -1, _id: -1 }],
  ],
  sessionRows: [
    ["place", { session: 1, place: 1 }],
    ["channel", { session: 1, channel: 1 }],
    ["deadline", { deadlineAt: 1 }, where({ deadlineAt: { $type: "date" } })],
    ["closing", { serialNumber: 1, channel: 1 }, where({ awaitsClosing: true })],
    ["restarting", { serialNumber: 1 }, where({ awaitsRestart: true })],
  ],
  commands: [
    ["session", { session: 1 }],
    ["ready", { createdAt: 1 }, where({ state: "ready" })],
    ["old", { createdAt: -1 }, expires(7_776_000)],
  ],
  testingFeedback: [["machine", { machine: 1, createdAt: -1 }]],
  audit: [
    ["at", { at: -1 }],
    ["record", { "record.collection": 1, "record.id": 1, at: -1 }],
  ],
  idempotencyKeys: [["old", { createdAt: 1 }, expires(86_400)]],
  seeds: [],
};

const timeSeries = new Set(["liveHistory", "lockHistory", "connectionHistory"]);
const keptBefore = new Set(["containers", "units", "registrationRequests"]);

/** Makes a database as Cansole of then left it, with nothing stored. */
export const layOutFormer = async (db: Db): Promise<void> => {
  for (const [collection, indexes] of Object.entries(former)) {
    await db.createCollection(collection, {
      ...(timeSeries.has(collection)
        ? {
            timeseries: { timeField: "receivedAt", metaField: "meta", granularity: "seconds" },
            expireAfterSeconds: 7_776_000,
          }
        : {}),
      ...(keptBefore.has(collection) ? { changeStreamPreAndPostImages: { enabled: true } } : {}),
    });
    for (const [name, key, options] of indexes) await db.collection(collection).createIndex(key, { name, ...options });
  }
};
