import type { ObjectId } from "mongodb";
import { collection } from "../runtime/collection.ts";
import type { NewAlarmRule } from "./alarm-rule.schema.ts";

/** Written by the gateway, read by the workers for every alarm that is to be announced. */
export interface AlarmRuleDocument extends Omit<NewAlarmRule, "regions" | "rota"> {
  _id: ObjectId;
  regions: ObjectId[];
  rota: { operator: ObjectId; awayUntil: Date | null }[];
  /** From then on the weeks of the rota are counted: the first of it had that one. */
  turnsFrom: Date;
  rev: number;
}

export const alarmRules = {
  alarmRules: collection<AlarmRuleDocument>({
    indexes: [
      { name: "name", key: { name: 1 }, unique: true, taken: ({ name }) => `A rule named ${name} exists already` },
    ],
  }),
};
