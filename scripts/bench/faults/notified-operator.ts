import { ObjectId } from "mongodb";
import type { Mongo } from "#shared/runtime/mongo.ts";

/** All alarms go to the only operator. */
export const plantRule = async ({ collections }: Mongo): Promise<void> => {
  const operator = await collections.users.findOne({ role: "admin" });
  if (!operator) throw new Error("An installation has an operator.");
  await collections.alarmRules.insertOne({
    _id: new ObjectId(),
    name: "All",
    enabled: true,
    kinds: [],
    severity: "info",
    regions: [],
    hours: null,
    rota: [{ operator: operator._id, awayUntil: null }],
    handOver: null,
    nextAfterMinutes: null,
    webhook: false,
    turnsFrom: new Date(0),
    rev: 0,
  });
};
