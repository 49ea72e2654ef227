import { expect, test } from "vitest";
import { setUpTakes } from "./testing/taken.fixture.ts";

const { apply, end, mongo, standing, taken } = setUpTakes();
const refunded = () => taken({ live: null, status: "failed", refundedAt: new Date() });

test("a container whose command was never sent is for sale again, and who has read its claim has read an older record", async () => {
  const one = await refunded();
  await end(one, "expired", "Not sent in time");

  await apply(one);
  // Done again by a worker that did not see it: nothing more is changed.
  await apply(one);

  expect((await standing(one)).container).toMatchObject({ isReserved: false, reservation: null, rev: 1 });
});

test("a container that a refund left to be checked is not sold because a later session of its can was never sent", async () => {
  const one = await refunded();
  await mongo.collections.containers.updateOne({ _id: one.container }, { $set: { toCheck: one._id } });
  await end(one, "expired", "Not sent in time");

  await apply(one);

  expect((await standing(one)).container).toMatchObject({ isReserved: true, reservation: one._id, toCheck: one._id });
});
