import { type Collection, type Filter, ObjectId } from "mongodb";
import { DomainError } from "#shared/http/domain-error.ts";
import { type CursorQuery, foreignCursor, type IntakeCustomer } from "#shared/intake/intake-reads.schema.ts";
import type { DbSession } from "#shared/runtime/mongo.ts";
import type { UserDocument } from "#shared/users/people.document.server.ts";
import type { FeatureParts } from "../../records/feature.ts";
import { createToday } from "../../records/today.ts";
import { cansOf } from "../cans/cans.view.ts";
import { depositOf } from "../deposits/deposits.view.ts";
import { showOrder, showOrders } from "../orders/show-orders.ts";
import { penaltyView } from "../penalties/penalties.view.ts";

type Parts = Pick<FeatureParts, "mongo" | "clock" | "config">;

const databaseId = /^[0-9a-f]{24}$/i;

const customerView = (user: UserDocument): IntakeCustomer => ({
  _id: user._id.toHexString(),
  phone: user.phone,
  name: user.name,
  email: user.email,
  needDeposit: user.needDeposit,
  needSecurityDeposit: user.needSecurityDeposit,
});

/**
 * One page of a customer's rows, newest first. Rows that are added meanwhile come before the pages already read, so no
 * row comes twice and none is left out.
 */
const pageOf = async <F extends string, D extends { _id: ObjectId; user: ObjectId } & Record<F, Date>>(
  collection: Collection<D>,
  dbSession: DbSession,
  { user, by, hint, query }: { user: ObjectId; by: F; hint: string; query: CursorQuery },
): Promise<{ rows: D[]; nextCursor: string | null }> => {
  const [id, milliseconds] = query.cursor?.split(".") ?? [];
  // A cursor of the machines has no moment: its page would be empty, as if there were no more rows.
  if (id && milliseconds === undefined) throw new DomainError("invalid", foreignCursor);
  const at = new Date(Number(milliseconds));
  const behind = { [by]: { $lte: at }, $or: [{ [by]: { $lt: at } }, { _id: { $lt: new ObjectId(id) } }] };
  const found = (await collection
    .find({ user, ...(id ? behind : {}) } as unknown as Filter<D>, { session: dbSession, hint })
    .sort({ [by]: -1, _id: -1 })
    .limit(query.limit + 1)
    .toArray()) as D[];
  const rows = found.slice(0, query.limit);
  const last = found.length > query.limit ? rows.at(-1) : undefined;
  return { rows, nextCursor: last ? `${last._id.toHexString()}.${last[by].getTime()}` : null };
};

/** Customers and their orders, as the customers' app reads them. Every call throws `missing` for an unknown one. */
export const createCustomerReads = ({ mongo, clock, config }: Parts) => {
  const { users, orders, penalties } = mongo.collections;
  const today = { today: createToday({ clock, config }) };
  const show = showOrders(mongo);

  /** Reads about an existing customer; a deleted account counts as missing. */
  const about = async <T>(id: string, read: (dbSession: DbSession, user: ObjectId) => Promise<T>): Promise<T> => {
    const { found } = await mongo.readAsOf(async (dbSession) => {
      const user = await users.findOne(
        { _id: new ObjectId(id) },
        { session: dbSession, projection: { _id: 1, deletedAt: 1 } },
      );
      if (!user || user.deletedAt) throw new DomainError("customer-unknown", `There is no customer ${id}`);
      return read(dbSession, user._id);
    });
    return found;
  };

  return {
    find: async (phone: string) => {
      const user = await users.findOne({ phone });
      if (!user) throw new DomainError("customer-unknown", "There is no customer with this phone");
      return { customer: customerView(user) };
    },

    cans: (id: string) => about(id, async (dbSession, user) => ({ cans: await cansOf(mongo, dbSession, user, today) })),

    deposit: (id: string) =>
      about(id, async (dbSession, user) => ({ deposit: await depositOf(mongo, dbSession, user) })),

    penalties: (id: string, query: CursorQuery) =>
      about(id, async (dbSession, user) => {
        const page = { user, by: "createdAt", hint: "user", query } as const;
        const { rows, nextCursor } = await pageOf(penalties, dbSession, page);
        return { penalties: rows.map(penaltyView), nextCursor };
      }),

    orders: (id: string, query: CursorQuery) =>
      about(id, async (dbSession, user) => {
        const page = { user, by: "time", hint: "userTime", query } as const;
        const { rows, nextCursor } = await pageOf(orders, dbSession, page);
        return { orders: await show(rows, dbSession), nextCursor };
      }),

    order: async (named: string) => {
      const { found } = await mongo.readAsOf(async (dbSession) => {
        const key = databaseId.test(named) ? { _id: new ObjectId(named) } : { orderId: named };
        const order = await orders.findOne(key, { session: dbSession });
        if (!order) throw new DomainError("order-unknown", `There is no order ${named}`);
        return showOrder(mongo, dbSession, order);
      });
      return { order: found };
    },
  };
};
