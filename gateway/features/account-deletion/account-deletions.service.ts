import { ObjectId } from "mongodb";
import type { AccountDeletionDocument } from "#shared/account-deletion/account-deletion.document.server.ts";
import { accountDeletionRecord } from "#shared/account-deletion/account-deletion.record.ts";
import { deletedText, whyNotDelete } from "#shared/account-deletion/account-deletion.rules.ts";
import type { AccountDeletion, Standing } from "#shared/account-deletion/account-deletion.schema.ts";
import { forgetInReports } from "#shared/account-deletion/forget-person.server.ts";
import type { Actor } from "#shared/audit/audit.server.ts";
import { DomainError } from "#shared/http/domain-error.ts";
import type { DbSession } from "#shared/runtime/mongo.ts";
import { again } from "../../records/again.ts";
import { addRecordIn, onlyOf, requireRecord } from "../../records/change-record.ts";
import type { FeatureParts } from "../../records/feature.ts";
import type { OnceCall } from "../../records/once.ts";
import { deleteAccountIn } from "./delete-account.ts";
import { showDeletions } from "./deletion.list.ts";
import { standingOf } from "./standing-of.ts";

type Parts = Pick<FeatureParts, "mongo" | "audit" | "clock" | "once">;

/** At most this many are listed and counted. */
const mostWaitingShown = 50;
const mostWaitingCounted = 1_000;

/** Customers to be deleted: their app requests it, an admin does it. */
export const createAccountDeletions = (parts: Parts) => {
  const { mongo, audit, clock, once } = parts;
  const { users, accountDeletions } = mongo.collections;
  const show = showDeletions(mongo);

  const find = (dbSession: DbSession, id: string) => requireRecord(mongo, dbSession, accountDeletionRecord, id);
  const shown = async (dbSession: DbSession, request: AccountDeletionDocument): Promise<AccountDeletion> =>
    onlyOf(await show([request], dbSession, []));

  /** The waiting request for this phone's account; makes one if there is none. */
  const send = async (dbSession: DbSession, actor: Actor, phone: string): Promise<AccountDeletionDocument> => {
    const user = await users.findOne({ phone }, { session: dbSession, projection: { _id: 1 } });
    if (!user) throw new DomainError("customer-unknown", "There is no user with this phone");
    const waiting = await accountDeletions.findOne(
      { user: user._id, processedAt: { $type: "null" } },
      { session: dbSession, hint: "waiting" },
    );
    if (waiting) return waiting;
    const record: AccountDeletionDocument = {
      _id: new ObjectId(),
      user: user._id,
      requestTime: new Date(clock.now()),
      processedAt: null,
      processedBy: null,
      rev: 0,
    };
    return addRecordIn(dbSession, { mongo, audit }, actor, { definition: accountDeletionRecord, record });
  };

  return {
    /** Few wait, however many were ever deleted: the index has only these. */
    waiting: () =>
      mongo.answerAsOf(async (dbSession) => {
        const unprocessed = { processedAt: { $type: "null" as const } };
        const how = { session: dbSession, hint: "waiting" };
        const found = await accountDeletions
          .find(unprocessed, how)
          .sort({ requestTime: 1 })
          .limit(mostWaitingShown)
          .toArray();
        const total = await accountDeletions.countDocuments(unprocessed, { ...how, limit: mostWaitingCounted });
        return { requests: await show(found, dbSession, []), total };
      }),

    read: (id: string) =>
      mongo.answerAsOf(async (dbSession) => {
        const request = await find(dbSession, id);
        const { standing } = await standingOf(mongo, dbSession, request.user);
        const user = await users.findOne({ _id: request.user }, { session: dbSession, projection: { role: 1 } });
        const whyNot = request.processedAt
          ? deletedText
          : whyNotDelete({ role: user?.role ?? "customer", ...standing });
        return { request: await shown(dbSession, request), standing, whyNot };
      }),

    delete: async (actor: Actor, id: string, standing: Standing): Promise<{ request: AccountDeletion }> => {
      const { user, request } = await again(() =>
        mongo.inTransaction(async (dbSession) => {
          const before = await find(dbSession, id);
          const processed = await deleteAccountIn(dbSession, parts, actor, before, standing);
          return { user: before.user, request: await shown(dbSession, processed) };
        }),
      );
      // Reports that were begun meanwhile have read the account as it was.
      await mongo.inTransaction((dbSession) => forgetInReports(mongo, dbSession, { user, isNamedIn: () => false }));
      return { request };
    },

    /** What is stored for a repeat is the request's id: no phone waits in a reply. Throws `missing` for an unknown phone. */
    send: async (requested: OnceCall, phone: string): Promise<{ request: AccountDeletion }> => {
      const { id } = await again(() =>
        once(
          requested,
          async (dbSession) => {
            const { _id, user } = await send(dbSession, requested.actor, phone);
            return { id: _id.toHexString(), user: user.toHexString() };
          },
          // It goes with the account: who has the phone afterwards asks anew, by the same key perhaps.
          ({ user }) => user,
        ),
      );
      const { found } = await mongo.readAsOf(async (dbSession) => shown(dbSession, await find(dbSession, id)));
      return { request: found };
    },
  };
};
