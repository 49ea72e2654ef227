import type { Mongo } from "#shared/runtime/mongo.ts";
import { anAlarmRule } from "#shared/runtime/testing/stored-alarms.ts";

/** All alarms go to the only operator. */
export const plantRule = async ({ collections }: Mongo): Promise<void> => {
  const operator = await collections.users.findOne({ role: "admin" });
  if (!operator) throw new Error("An installation has an operator.");
  await collections.alarmRules.insertOne(anAlarmRule({ rota: [{ operator: operator._id, awayUntil: null }] }));
};
