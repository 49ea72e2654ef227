import { writeOffAccounts } from "../account-deletion/write-off-accounts.server.ts";
import type { Actor, Audit } from "../audit/audit.server.ts";
import { postCans } from "../cans/post-cans.server.ts";
import { postDeposit } from "../deposits/post-deposit.server.ts";
import { isOwed } from "../penalties/penalty.rules.ts";
import { settlePenalties } from "../penalties/settle-penalties.server.ts";
import type { DbSession, Mongo } from "../runtime/mongo.ts";
import type { OrderDocument, OrderLineDocument } from "./order.document.server.ts";
import type { OrderFlag } from "./order-status.ts";

interface Parts {
  mongo: Pick<Mongo, "collections">;
  audit: Audit;
}

/**
 * Credits a customer with what their order bought: cans, deposits, the free ones of the profile, the security deposit,
 * and the penalties that it paid. In the transaction in which the order becomes successful, and nowhere else. Nothing
 * that other customers' orders write is written. Returns what somebody must look at.
 */
export const creditOrderIn = async (
  dbSession: DbSession,
  parts: Parts,
  actor: Actor,
  order: OrderDocument,
  now: Date,
): Promise<OrderFlag[]> => {
  await creditCans(dbSession, parts, order, now);
  const twice = await creditDeposits(dbSession, parts, actor, order, now);
  const settled = await payPenalties(dbSession, parts, actor, order, now);
  return [...twice, ...settled, ...(await ownerless(dbSession, parts, actor, order, now))];
};

/** For a payment that came after everything: the books take it and write it off, and somebody gives the money back. */
const ownerless = async (
  dbSession: DbSession,
  { mongo }: Parts,
  by: Actor,
  { user }: OrderDocument,
  now: Date,
): Promise<OrderFlag[]> => {
  const owner = await mongo.collections.users.findOne(
    { _id: user },
    { session: dbSession, projection: { deletedAt: 1 } },
  );
  if (!owner?.deletedAt) return [];
  await writeOffAccounts(mongo, dbSession, { user, by, now });
  return ["account deleted"];
};

/** Writes one row of the ledger for each product, whether it was bought by the bundle, by the unit or both. */
const creditCans = async (
  dbSession: DbSession,
  { mongo }: Parts,
  { _id, orderId, user, machine, lines }: OrderDocument,
  now: Date,
): Promise<void> => {
  const cans = lines.filter(({ productType }) => productType === "product");
  for (const [first, ...others] of byProduct(cans)) {
    const credit = others.reduce((sum, { quantity }) => sum + quantity, first.quantity);
    const { product, brand } = first;
    const ref = { kind: "order" as const, id: _id };
    const message = `Order ${orderId}`;
    await postCans(mongo, dbSession, { user, machine, product, brand, credit, debit: 0, ref, message, now });
  }
};

const byProduct = (lines: OrderLineDocument[]): [OrderLineDocument, ...OrderLineDocument[]][] => {
  const groups = new Map<string, [OrderLineDocument, ...OrderLineDocument[]]>();
  for (const line of lines) {
    const product = line.product.toHexString();
    const group = groups.get(product);
    if (group) group.push(line);
    else groups.set(product, [line]);
  }
  return [...groups.values()];
};

const creditDeposits = async (
  dbSession: DbSession,
  { mongo }: Parts,
  actor: Actor,
  { _id, orderId, user, lines, freeDeposits, securityDeposit }: OrderDocument,
  now: Date,
): Promise<OrderFlag[]> => {
  const bought = lines.filter(({ productType }) => productType === "deposit");
  const present = await mongo.collections.deposits.findOne({ _id: user }, { session: dbSession });
  const isFirstFree = freeDeposits > 0 && !present?.receivedFreeDeposit;
  if (bought.length === 0 && securityDeposit === 0 && !isFirstFree) return [];
  await postDeposit(mongo, dbSession, {
    user,
    add: {
      deposit: bought.reduce((sum, { totalPrice }) => sum + totalPrice, 0),
      depositBought: bought.reduce((sum, { quantity }) => sum + quantity, 0),
      securityDeposit,
      // It becomes what the profile gives, whatever an operator wrote there before.
      freeDeposit: isFirstFree ? freeDeposits - (present?.freeDeposit ?? 0) : 0,
    },
    set: {
      ...(isFirstFree ? { receivedFreeDeposit: true } : {}),
      ...(securityDeposit > 0 ? { collectSecurityDeposit: false } : {}),
    },
    by: { kind: actor.kind, id: actor.id },
    ref: { kind: "order", id: _id },
    reason: `Order ${orderId}`,
    now,
  });
  const isHeldAlready = present !== null && !present.collectSecurityDeposit && present.securityDeposit > 0;
  return securityDeposit > 0 && isHeldAlready ? ["security deposit twice"] : [];
};

const payPenalties = async (
  dbSession: DbSession,
  parts: Parts,
  actor: Actor,
  { orderId, user, penalty }: OrderDocument,
  now: Date,
): Promise<OrderFlag[]> => {
  const { penalties } = parts.mongo.collections;
  const named = await penalties.find({ _id: { $in: penalty.penalties } }, { session: dbSession }).toArray();
  const owed = named.filter(isOwed);
  const reason = `Order ${orderId}`;
  await settlePenalties(dbSession, parts, actor, owed, { user, as: { paid: true }, reason, now });
  if (owed.length < penalty.penalties.length) return ["penalty settled meanwhile"];
  const total = owed.reduce((sum, { amount, quantity }) => sum + amount * quantity, 0);
  return total === penalty.totalPrice ? [] : ["penalty changed meanwhile"];
};
