import { ObjectId } from "mongodb";
import { expect, onTestFinished, test } from "vitest";
import { setUpGateway } from "../../testing/gateway-under-test.ts";
import { signedInAt } from "../../testing/operator.ts";

const minute = 60_000;
const gateway = setUpGateway({ standingClock: true });

/** As a script does that requests reports and cancels them: their own record is written all the time. */
const writeAllTheTime = (operator: ObjectId): void => {
  let isOver = false;
  const loop = async () => {
    while (!isOver)
      await gateway.parts.mongo
        .inTransaction((dbSession) =>
          gateway.stores.users.updateOne(
            { _id: operator },
            { $set: { heldByReport: new ObjectId() } },
            { session: dbSession },
          ),
        )
        .catch(() => undefined);
  };
  const loops = Array.from({ length: 8 }, loop);
  onTestFinished(async () => {
    isOver = true;
    await Promise.all(loops);
  });
};

test("an operator is suspended although a script of theirs writes their record all the time", async () => {
  const [gone, admin] = [await signedInAt(gateway), await signedInAt(gateway, "admin")];
  writeAllTheTime(gone.userId);

  const answer = await admin.put(`/users/${gone.userId}`, { suspend: true });

  expect(answer.status).toBe(200);
  expect((await gone.get("/auth/me")).status).toBe(401);
});

test("who changes an operator's record again and again waits, so that an admin's form of it can be saved", async () => {
  const [busy, admin] = [await signedInAt(gateway), await signedInAt(gateway, "admin")];
  const rename = (name: string) => busy.put(`/users/${busy.userId}`, { name });
  for (let at = 0; at < 10; at += 1) expect((await rename(`Name ${at}`)).status).toBe(200);

  expect((await rename("One more")).body).toMatchObject({ code: "too-many", retryAfterSeconds: 60 });

  const { rev } = (await gateway.stores.users.findOne({ _id: busy.userId })) ?? {};
  expect((await admin.put(`/users/${busy.userId}`, { needDeposit: true, rev })).status).toBe(200);
  gateway.clock.advance(minute);
  expect((await rename("A minute later")).status).toBe(200);
});
