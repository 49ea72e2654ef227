import type { ObjectId } from "mongodb";
import { expect } from "vitest";
import type { Standing } from "#shared/account-deletion/account-deletion.schema.ts";
import { depositFigures, postDeposit } from "#shared/deposits/post-deposit.server.ts";
import { keysLike } from "#shared/runtime/testing/redis-of-tests.ts";
import { setUp } from "#shared/testing/set-up.ts";
import type { UserDocument } from "#shared/users/people.document.server.ts";
import { startGatewayUnderTest } from "../../../testing/gateway-under-test.ts";
import { signedInAt } from "../../../testing/operator.ts";
import { startPlayedProvider } from "../../intake/testing/played-provider.ts";
import { startTakeFixture } from "../../transactions/testing/take.fixture.ts";

const textOf = (stored: unknown[]): string => Buffer.concat(stored as Buffer[]).toString("latin1");

const startDeletionFixture = async () => {
  const provider = await startPlayedProvider();
  const app = await startGatewayUnderTest({ env: provider.env });
  const fixture = await startTakeFixture(app);
  const admin = await signedInAt(app, "admin");
  const { mongo } = app.parts;

  const send = ({ phone }: Pick<UserDocument, "phone">, key?: string) =>
    fixture.intake("/intake/account-deletion", { phone }, key);
  const pathOf = async (user: UserDocument) => `/account-deletion/${(await send(user)).body.request._id}`;
  /** As the dialog does it: what stands open is read, and confirmed. */
  const confirmed = async (user: UserDocument) => {
    const path = await pathOf(user);
    const standing = (await admin.get(path)).body.standing as Standing;
    return { path, standing, action: () => admin.post(path, { standing }) };
  };
  /** Money and slots that they paid, with their row. */
  const pay = (user: ObjectId, add: Parameters<typeof postDeposit>[2]["add"]) =>
    mongo.inTransaction((dbSession) =>
      postDeposit(mongo, dbSession, {
        user,
        add,
        by: { kind: "system", id: null },
        reason: "planted",
        now: new Date(),
      }),
    );
  /** All keys of this installation in Redis with their values as text. */
  const everyKey = async (): Promise<Record<string, string>> => {
    const { redis } = app.parts;
    const read: Record<string, (key: string) => Promise<unknown>> = {
      string: (key) => redis.get(key),
      hash: (key) => redis.hgetall(key),
      list: (key) => redis.lrange(key, 0, -1),
      set: (key) => redis.smembers(key),
      zset: (key) => redis.zrange(key, 0, "-1"),
      stream: (key) => redis.xrange(key, "-", "+"),
    };
    const found = await Promise.all(
      (await keysLike(redis, `*${app.prefix}*`)).map(async (key) => {
        const kind = await redis.type(key);
        return [key, `${key} ${JSON.stringify(await read[kind]?.(key))}`] as const;
      }),
    );
    return Object.fromEntries(found);
  };
  /** Everything that is stored, as text, by collection. */
  const everything = async (): Promise<Record<string, string>> => {
    const names = (await mongo.db.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name);
    const texts = await Promise.all(
      names.map(
        // As it is stored, so that bytes of files are read as well.
        async (name) => [name, textOf(await mongo.db.collection(name).find({}, { raw: true }).toArray())] as const,
      ),
    );
    return Object.fromEntries(texts);
  };
  /** Nothing is left, and its rows say how it went. */
  const expectNothingHeld = async (user: ObjectId): Promise<void> => {
    const { cans, deposits, canLedger, depositRows } = fixture.stores;
    expect(await cans.findOne({ _id: user })).toMatchObject({ totalCans: 0, current: [] });
    const deposit = await deposits.findOne({ _id: user });
    expect(depositFigures.map((figure) => deposit?.[figure])).toEqual(depositFigures.map(() => 0));
    const rows = await canLedger.find({ user }).toArray();
    expect(rows.reduce((sum, { credit, debit }) => sum + credit - debit, 0)).toBe(0);
    const slots = await depositRows.find({ user }).toArray();
    for (const figure of depositFigures) expect(slots.reduce((sum, row) => sum + row[figure], 0)).toBe(0);
  };
  return {
    ...fixture,
    admin,
    send,
    pathOf,
    confirmed,
    pay,
    everything,
    everyKey,
    expectNothingHeld,
    stop: async () => {
      await fixture.stop();
      await provider.stop();
    },
  };
};
type DeletionFixture = Awaited<ReturnType<typeof startDeletionFixture>>;

/** A gateway with the customers' app, a payment provider, staff and an admin. */
export const setUpDeletionFixture = (): DeletionFixture => setUp(startDeletionFixture);
