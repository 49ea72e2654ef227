import { ObjectId } from "mongodb";
import type { Word } from "#shared/approvals/approval.rules.ts";
import type { Actor } from "#shared/audit/audit.server.ts";
import { cansRecord } from "#shared/cans/cans.record.ts";
import type { Cans, CansChange, CansLimitChange } from "#shared/cans/cans.schema.ts";
import { postCans } from "#shared/cans/post-cans.server.ts";
import { DomainError } from "#shared/http/domain-error.ts";
import type { DbSession, Mongo } from "#shared/runtime/mongo.ts";
import type { CansDocument, OpenCansDocument } from "#shared/users/accounts.document.server.ts";
import { noCans, openCans } from "#shared/users/open-accounts.server.ts";
import { changeRecordIn, staleRefusal } from "../../records/change-record.ts";
import type { FeatureParts } from "../../records/feature.ts";
import { requireMachine } from "../../records/find-machine.ts";
import { refuseOwnAction } from "../../records/own-account.ts";
import { requireAccount } from "../../records/require-account.ts";
import { createAloneLimits } from "../../records/second-person.ts";
import { cansView, type Today } from "./cans.view.ts";

type Parts = Pick<FeatureParts, "mongo" | "audit" | "clock" | "config"> & Today;

/**
 * The entry that is meant: the product's, one that stands under this brand, though the product was renamed since, or a
 * new one. Throws `conflict` for a brand that is another product's by now, or that two entries stand under.
 */
const entryOf = async (
  { products }: Mongo["collections"],
  dbSession: DbSession,
  { current }: CansDocument,
  machine: ObjectId,
  { brand, product: id }: Pick<CansChange, "brand" | "product">,
): Promise<OpenCansDocument> => {
  const here = current.filter((entry) => entry.machine.equals(machine));
  const product = await products.findOne(id === undefined ? { brand } : { _id: new ObjectId(id) }, {
    session: dbSession,
  });
  const isMeant = (entry: OpenCansDocument) =>
    id === undefined
      ? entry.brand === brand || (product?._id.equals(entry.product) ?? false)
      : entry.product.toHexString() === id;
  const [standing, another] = here.filter(isMeant);
  if (another || (standing && id === undefined && product && !product._id.equals(standing.product)))
    throw new DomainError("conflict", `brand: two products are or were called ${brand}, send product too`);
  if (standing) return standing;
  if (!product)
    throw new DomainError("missing", id ? `There is no product ${id}` : `There is no product of the brand ${brand}`);
  if (product.productType !== "product")
    throw new DomainError("invalid", `brand: ${product.brand} is a deposit, not a can`);
  return { machine, product: product._id, brand: product.brand, totalCans: 0 };
};

const cansOf = async ({ cans }: Mongo["collections"], session: DbSession, user: ObjectId): Promise<CansDocument> =>
  (await cans.findOne({ _id: user }, { session })) ?? { _id: user, ...noCans };

/** A user's cans as operators edit them: every change of a count is a row of the can ledger. */
export const createCansService = (parts: Parts) => {
  const { mongo, audit, clock, today } = parts;
  const { doneToday, refuseAbove } = createAloneLimits(parts);
  const view = (cans: CansDocument) => cansView(cans, { today });

  const changeIn = async (
    dbSession: DbSession,
    actor: Actor,
    id: string,
    change: CansChange,
    word: Word,
  ): Promise<{ cans: Cans }> => {
    const { _id: user } = await requireAccount(mongo, dbSession, id);
    await refuseOwnAction(mongo, dbSession, actor, user, "cans");
    const before = await cansOf(mongo.collections, dbSession, user);
    if (change.rev !== undefined && change.rev !== before.rev) throw staleRefusal(cansRecord, view(before));
    const machine = await requireMachine(mongo, dbSession, change.vendingMachine);
    const entry = await entryOf(mongo.collections, dbSession, before, machine._id, change);
    const more = change.cans - entry.totalCans;
    if (before.totalCans + more !== change.totalCans)
      throw new DomainError(
        "conflict",
        `totalCans: ${change.cans} cans of ${entry.brand} make ${before.totalCans + more} in all, not ${change.totalCans}`,
        { cans: view(before) },
      );
    if (more === 0) return { cans: view(before) };
    const what = `${entry.brand} at ${machine.name}: ${entry.totalCans} → ${change.cans} cans`;
    await refuseAbove(dbSession, actor, { word, user, what }, [
      {
        alone: ({ cansAlone }) => cansAlone,
        today: () => doneToday.cans(dbSession, user),
        more: Math.abs(more),
        words: (amount) => `${amount} cans`,
      },
    ]);
    const after = await postCans(mongo, dbSession, {
      ...entry,
      user,
      credit: Math.max(0, more),
      debit: Math.max(0, -more),
      ref: { kind: actor.kind === "operator" ? "operator" : "system", id: actor.id },
      message: change.reason ?? "",
      now: new Date(clock.now()),
    });
    await audit.write(dbSession, actor, {
      verb: "cans.changed",
      record: { collection: "cans", id },
      before,
      after,
      reason: change.reason,
    });
    return { cans: view(after) };
  };

  return {
    changeIn,
    change: (actor: Actor, id: string, change: CansChange, word: Word): Promise<{ cans: Cans }> =>
      mongo.inTransaction((dbSession) => changeIn(dbSession, actor, id, change, word)),

    changeLimit: (actor: Actor, id: string, { rev, reason, openedCans, cansLimit }: CansLimitChange) =>
      mongo.inTransaction(async (dbSession) => {
        const { _id: user } = await requireAccount(mongo, dbSession, id);
        await openCans(mongo, dbSession, user);
        return changeRecordIn(dbSession, { mongo, audit }, actor, {
          definition: cansRecord,
          id: user,
          rev,
          reason,
          verb: "cans.limited",
          fields: (present) => ({
            cansLimit,
            ...(openedCans === undefined || openedCans === view(present).openedCans
              ? {}
              : { openedCans, openedDay: today() }),
          }),
          show: view,
        });
      }),
  };
};
