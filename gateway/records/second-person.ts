import { ObjectId } from "mongodb";
import { type ByHand, byHandText, isAboveAlone, type Word } from "#shared/approvals/approval.rules.ts";
import type { Actor } from "#shared/audit/audit.server.ts";
import { scopeOf } from "#shared/cans/can-scopes.server.ts";
import type { DepositFigures } from "#shared/deposits/post-deposit.server.ts";
import { DomainError } from "#shared/http/domain-error.ts";
import { momentsOf } from "#shared/http/zone-days.ts";
import type { DbSession } from "#shared/runtime/mongo.ts";
import type { SettingsDocument } from "#shared/settings/settings.document.server.ts";
import { settingsId } from "#shared/settings/settings.schema.ts";
import type { GatewayParts } from "../parts.ts";
import { hasColleague } from "./own-account.ts";
import { createToday } from "./today.ts";

type Stores = Pick<GatewayParts["mongo"], "collections">;

export const settingsIn = (
  { collections: { settings } }: Stores,
  dbSession: DbSession,
): Promise<SettingsDocument | null> => settings.findOne({ _id: new ObjectId(settingsId) }, { session: dbSession });

/** A refusal that another operator may lift. `what` describes what would change. */
export const secondPersonNeeded = (why: string, what: string) =>
  new DomainError("needs-second-person", why, { needsSecondPerson: true, what });

export const isSecondPersonNeeded = (error: unknown): error is DomainError =>
  error instanceof DomainError && error.data.needsSecondPerson === true;

/** Whether somebody else may approve what this actor does to the account: its owner never may, operator or not. */
export const mayRequestAnother = async (
  stores: Stores,
  dbSession: DbSession,
  { kind, id }: Actor,
  user: ObjectId,
): Promise<boolean> => kind === "operator" && id !== null && hasColleague(stores, id, dbSession, [user]);

/** Throws `secondPersonNeeded` for staff who act alone while another operator could agree. */
export const refuseStaffAlone = async (
  stores: Stores,
  dbSession: DbSession,
  actor: Actor,
  word: Word,
  { user, why, what }: { user: ObjectId; why: string; what: string },
): Promise<void> => {
  if (word === "staff" && (await mayRequestAnother(stores, dbSession, actor, user)))
    throw secondPersonNeeded(why, what);
};

/** '1 → 2' for each field that would become another. */
export const changeInWords = <T extends object>(present: T, after: { [F in keyof T]?: T[F] | undefined }): string =>
  (Object.keys(after) as (keyof T & string)[])
    .filter((field) => after[field] !== undefined && field in present && after[field] !== present[field])
    .map((field) => `${field}: ${present[field] === "" ? "none" : present[field]} → ${after[field]}`)
    .join("; ");

const paiseFields = ["deposit", "securityDeposit"] as const;
const slotFields = ["depositBought", "depositUsed", "freeDeposit"] as const;
/** How much a change moves, upwards or downwards. */
export const paiseIn = (of: Pick<DepositFigures, (typeof paiseFields)[number]>): number =>
  paiseFields.reduce((sum, field) => sum + Math.abs(of[field]), 0);
export const slotsIn = (of: Pick<DepositFigures, (typeof slotFields)[number]>): number =>
  slotFields.reduce((sum, field) => sum + Math.abs(of[field]), 0);
const sumOf = (fields: readonly string[]) => ({ $sum: { $add: fields.map((field) => ({ $abs: `$${field}` })) } });

/** What operators did to one customer's account by hand on this day: orders, takes and returns are no such thing. */
const createDoneToday = (parts: Pick<GatewayParts, "mongo" | "clock" | "config">) => {
  const { canLedger, depositRows } = parts.mongo.collections;
  const today = createToday(parts);
  const ofDay = () => {
    const day = today();
    const { from, before } = momentsOf(day, day, parts.config.TIME_ZONE) ?? {};
    return { $gte: from, $lt: before };
  };
  return {
    cans: async (session: DbSession, user: ObjectId): Promise<number> => {
      const [done] = await canLedger
        .aggregate<{ cans: number }>(
          [
            { $match: { scopes: scopeOf({ user }), at: ofDay(), "ref.kind": "operator" } },
            { $group: { _id: null, cans: { $sum: { $add: ["$credit", "$debit"] } } } },
          ],
          { session, hint: "scope" },
        )
        .toArray();
      return done?.cans ?? 0;
    },
    deposit: async (session: DbSession, user: ObjectId): Promise<{ paise: number; slots: number }> => {
      const [done] = await depositRows
        .aggregate<{ paise: number; slots: number }>(
          [
            { $match: { user, at: ofDay(), "by.kind": "operator", ref: { $exists: false } } },
            { $group: { _id: null, paise: sumOf(paiseFields), slots: sumOf(slotFields) } },
          ],
          { session, hint: "user" },
        )
        .toArray();
      return done ?? { paise: 0, slots: 0 };
    },
  };
};

interface Amount {
  /** Reads from the settings how much one person may change alone. */
  alone: (settings: SettingsDocument) => number | null | undefined;
  /** Read only where a number is set: a customer may have thousands of rows of a day. */
  today: () => Promise<number>;
  more: number;
  words: (amount: number) => string;
}

/**
 * Throws `secondPersonNeeded` where a change by hand is above what admins let one person do to a customer a day. Each
 * change writes the account that it counts, so that of two at once the second one counts again.
 */
export const createAloneLimits = (parts: Pick<GatewayParts, "mongo" | "clock" | "config">) => ({
  doneToday: createDoneToday(parts),
  refuseAbove: async (
    dbSession: DbSession,
    actor: Actor,
    { word, user, what }: { word: Word; user: ObjectId; what: string },
    amounts: readonly Amount[],
  ): Promise<void> => {
    if (word === "agreed") return;
    const set = await settingsIn(parts.mongo, dbSession);
    if (!set) return;
    for (const { alone: aloneIn, today, more, words } of amounts) {
      const alone = aloneIn(set) ?? null;
      if (alone === null || more === 0) continue;
      const byHand: ByHand = { alone, today: await today(), more };
      if (!isAboveAlone(byHand)) continue;
      if (!(await mayRequestAnother(parts.mongo, dbSession, actor, user))) return;
      throw secondPersonNeeded(byHandText(byHand, words), what);
    }
  },
});
