import type { Word } from "#shared/approvals/approval.rules.ts";
import type { Actor } from "#shared/audit/audit.server.ts";
import { depositRecord } from "#shared/deposits/deposit.record.ts";
import type { Deposit, DepositChange } from "#shared/deposits/deposit.schema.ts";
import { type DepositFigures, depositFigures, writeDepositRow } from "#shared/deposits/post-deposit.server.ts";
import { paiseOf, rupeesOf } from "#shared/http/money.ts";
import type { DbSession } from "#shared/runtime/mongo.ts";
import type { DepositDocument } from "#shared/users/accounts.document.server.ts";
import { openDeposit } from "#shared/users/open-accounts.server.ts";
import { changeRecordIn, differing } from "../../records/change-record.ts";
import type { FeatureParts } from "../../records/feature.ts";
import type { OnceCall } from "../../records/once.ts";
import { refuseOwnAction } from "../../records/own-account.ts";
import { requireAccount } from "../../records/require-account.ts";
import { changeInWords, createAloneLimits, paiseIn, slotsIn } from "../../records/second-person.ts";
import { depositView } from "./deposits.view.ts";

type Parts = Pick<FeatureParts, "mongo" | "audit" | "clock" | "config" | "once">;

const addedTo = (present: DepositDocument, after: DepositFigures): DepositFigures =>
  Object.fromEntries(depositFigures.map((name) => [name, after[name] - present[name]])) as unknown as DepositFigures;

/** Deposits of users, edited by operators: each change of a figure is a row of its own, for good. */
export const createDepositsService = (parts: Parts) => {
  const { mongo, audit, clock, once } = parts;
  const { doneToday, refuseAbove } = createAloneLimits(parts);

  /** Throws where one person may not change so much of this customer's deposit on a day. */
  const refuseAlone = async (
    dbSession: DbSession,
    actor: Actor,
    word: Word,
    present: DepositDocument,
    after: DepositDocument,
  ): Promise<void> => {
    const added = addedTo(present, after);
    let done: ReturnType<typeof doneToday.deposit> | undefined;
    const today = () => {
      done ??= doneToday.deposit(dbSession, present._id);
      return done;
    };
    const what = changeInWords(depositView(present), depositView(after));
    await refuseAbove(dbSession, actor, { word, user: present._id, what }, [
      {
        alone: ({ depositAlone }) => depositAlone && paiseOf(depositAlone),
        today: async () => (await today()).paise,
        more: paiseIn(added),
        words: (paise) => `₹${rupeesOf(paise)}`,
      },
      {
        alone: ({ slotsAlone }) => slotsAlone,
        today: async () => (await today()).slots,
        more: slotsIn(added),
        words: (amount) => `${amount} deposit slots`,
      },
    ]);
  };

  const changeIn = async (
    dbSession: DbSession,
    actor: Actor,
    id: string,
    { rev, reason, deposit, securityDeposit, ...change }: DepositChange,
    word: Word,
  ): Promise<{ deposit: Deposit }> => {
    const { _id: user } = await requireAccount(mongo, dbSession, id, depositRecord);
    await refuseOwnAction(mongo, dbSession, actor, user, "deposit");
    await openDeposit(mongo, dbSession, user);
    return changeRecordIn(dbSession, { mongo, audit }, actor, {
      definition: depositRecord,
      id: user,
      rev,
      reason,
      fields: async (present) => {
        const fields = {
          ...change,
          ...(deposit === undefined ? {} : { deposit: paiseOf(deposit) }),
          ...(securityDeposit === undefined ? {} : { securityDeposit: paiseOf(securityDeposit) }),
        };
        const after = { ...present, ...differing(present, fields) };
        await refuseAlone(dbSession, actor, word, present, after);
        const by = { kind: actor.kind, id: actor.id };
        const posting = { user, by, reason: reason ?? "", now: new Date(clock.now()) };
        await writeDepositRow(mongo, dbSession, present, after, posting);
        return fields;
      },
      show: depositView,
    });
  };

  return {
    changeIn,
    change: (requested: OnceCall, id: string, change: DepositChange, word: Word): Promise<{ deposit: Deposit }> =>
      once(requested, (dbSession) => changeIn(dbSession, requested.actor, id, change, word)),
  };
};
