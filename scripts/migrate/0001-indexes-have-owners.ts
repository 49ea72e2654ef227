import type { Migration } from "./migration.ts";

/** The indexes that gateways and workers made at their start, before there were migrations. Frozen. */
const madeAtTheStart = {
  users: ["phone", "email", "role"],
  logins: ["user", "expired"],
  devices: ["token", "user", "expired"],
  machines: ["vendingMachineId", "name", "nameBlind", "vendingMachineIdBlind", "profile", "qrCode"],
  containers: [
    ...["channel", "label", "counts", "product", "lapsing"],
    ...["inStock", "inStockAt", "inStockOf", "inStockLabelled"],
  ],
  productProfiles: ["name", "nameBlind"],
  products: ["brand", "brandBlind"],
  regions: ["region", "regionBlind", "profiles"],
  units: ["serialNumber", "serialNumberBlind", "machine", "sealedUntil"],
  registrationRequests: ["serialNumber", "serialNumberBlind", "requestedAt", "place"],
  doors: ["unit"],
  liveHistory: ["machine"],
  lockHistory: ["machine"],
  connectionHistory: ["machine"],
  sessions: ["oneTurn", "queue", "byMachine"],
  sessionRows: ["place", "channel", "deadline", "closing", "restarting"],
  commands: ["session", "ready", "old"],
  testingFeedback: ["machine"],
  audit: ["at", "record"],
  idempotencyKeys: ["old"],
};

export const migration: Migration = {
  title: "The indexes of before are Cansole's own",
  run: ({ adoptIndexes }) => adoptIndexes(madeAtTheStart),
};
