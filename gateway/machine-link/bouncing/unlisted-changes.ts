import { randomUUID } from "node:crypto";
import type { AnyBulkWriteOperation } from "mongodb";
import type { DoorDocument, UnlistedChanges } from "#shared/registration/unit.document.server.ts";
import type { GatewayParts } from "../../parts.ts";
import type { LockHistory } from "../history/lock-history.ts";

type Parts = Pick<GatewayParts, "mongo" | "clock" | "limits"> & { lockHistory: LockHistory };
type Due = Pick<DoorDocument, "_id" | "serialNumber" | "channel"> & { unlisted: UnlistedChanges };

const perBatch = 500;
/** A gateway that claims a row and is killed before it is stored leaves it to another after this long. */
const claimMs = 30_000;

/**
 * Lists what was only counted of locks that bounce: of each lock one row in `listEveryMs`, its last change, with how
 * many came before it. Any gateway does it, whichever counted: what is stored with the lock outlives that one.
 */
export const createUnlistedChanges = ({ mongo, clock, limits, lockHistory }: Parts) => {
  const { doors } = mongo.collections;

  const claimSome = async (): Promise<{ claim: string; due: Due[] }> => {
    const now = clock.now();
    const claim = randomUUID();
    const isDue = { "unlisted.dueAt": { $lte: new Date(now) } };
    const found = await doors.find(isDue).project<{ _id: string }>({ _id: 1 }).limit(perBatch).toArray();
    if (found.length === 0) return { claim, due: [] };
    const ids = { $in: found.map(({ _id }) => _id) };
    const claimed = { "unlisted.claim": claim, "unlisted.dueAt": new Date(now + claimMs) };
    await doors.updateMany({ _id: ids, ...isDue }, { $set: claimed });
    const due = await doors
      .find({ _id: ids, "unlisted.claim": claim })
      .project<Due>({ serialNumber: 1, channel: 1, unlisted: 1 })
      .toArray();
    return { claim, due };
  };

  /** Changes that were counted meanwhile wait for a row of their own. */
  const takeOff = (changes: number, ids: string[], claim: string): AnyBulkWriteOperation<DoorDocument> => {
    const left = {
      changes: { $subtract: ["$unlisted.changes", changes] },
      last: "$unlisted.last",
      dueAt: new Date(clock.now() + limits.bouncing.listEveryMs),
    };
    const unlisted = { $cond: [{ $lte: ["$unlisted.changes", changes] }, "$$REMOVE", left] };
    return {
      updateMany: { filter: { _id: { $in: ids }, "unlisted.claim": claim }, update: [{ $set: { unlisted } }] },
    };
  };

  /** False when there was nothing to do. */
  const listSome = async (): Promise<boolean> => {
    const { claim, due } = await claimSome();
    if (due.length === 0) return false;
    await lockHistory.store(
      due.map(({ serialNumber, channel, unlisted: { changes, last } }) => ({
        ...last,
        serialNumber,
        channel,
        unlisted: changes - 1,
      })),
    );
    const alike = new Map<number, string[]>();
    for (const { _id, unlisted } of due) alike.set(unlisted.changes, [...(alike.get(unlisted.changes) ?? []), _id]);
    const writes = [...alike].map(([changes, ids]) => takeOff(changes, ids, claim));
    await doors.bulkWrite(writes, { ordered: false });
    return true;
  };

  let isListing = false;
  return {
    /** Lists all that is due. Does nothing while it is still at it. */
    list: async (): Promise<void> => {
      if (isListing) return;
      isListing = true;
      try {
        while (await listSome());
      } finally {
        isListing = false;
      }
    },
  };
};
