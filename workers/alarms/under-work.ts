import type { ObjectId } from "mongodb";
import type { AlarmDocument } from "#shared/alarms/alarm.document.server.ts";
import type { Mongo } from "#shared/runtime/mongo.ts";

/** Until when all of these machines are under work; null where one of them is not. */
export type QuietOf = (machines: readonly ObjectId[]) => Date | null;

/** Until when an alarm is quiet by the work of now; null where it is not. */
export const quietNow = (quietOf: QuietOf, { machine, members }: Pick<AlarmDocument, "machine" | "members">) =>
  quietOf(machine ? [machine] : members.map(({ _id }) => _id));

/** Reads which machines somebody works at now; milliseconds since 1970. */
export const readUnderWork = async (
  { collections: { machines } }: Pick<Mongo, "collections">,
  now: number,
): Promise<QuietOf> => {
  const found = await machines
    .find({ "work.until": { $gt: new Date(now) } }, { hint: "underWork", projection: { work: 1 } })
    .toArray();
  const untilOf = new Map(found.map(({ _id, work }) => [_id.toHexString(), work?.until.getTime()]));
  return (ids) => {
    const ends = ids.flatMap((id) => untilOf.get(id.toHexString()) ?? []);
    return ids.length > 0 && ends.length === ids.length ? new Date(Math.min(...ends)) : null;
  };
};
