import { ObjectId } from "mongodb";
import { expect, test } from "vitest";
import type { Container } from "#shared/containers/container.schema.ts";
import type { ContainerDocument } from "#shared/machines/machine.document.server.ts";
import { setUp } from "#shared/testing/set-up.ts";
import { setUpGateway } from "../../testing/gateway-under-test.ts";
import { addContainer, addMachine } from "../../testing/network.ts";
import { setUpOperator } from "../../testing/operator.ts";
import { noReservation } from "./container-guards.ts";
import { createReservations } from "./reservations.ts";

const gateway = setUpGateway({ limits: { reservationSweepEveryMs: 3_600_000 } });
const operator = setUpOperator(gateway);
const reservations = setUp(() => createReservations(gateway.parts));

const set = ({ _id }: ContainerDocument, change: Partial<ContainerDocument>) =>
  gateway.stores.containers.updateOne({ _id }, { $set: change });
/** A stocked container, and a way to read it and to send it back whole. */
const stocked = async (reservation: Partial<ContainerDocument>) => {
  const machine = await addMachine(gateway.parts);
  const one = await addContainer(gateway.parts, machine, 1, {
    product: new ObjectId(),
    isEmpty: false,
    ...reservation,
  });
  const read = async (): Promise<Container> =>
    (await operator.get(`/containers?vendingMachine=${machine._id}`)).body.containers[0];
  const putWhole = (whole: object) => operator.put(`/containers?id=${one._id}`, whole);
  return { one, read, putWhole };
};
const ofCustomer = () => ({
  isReserved: true,
  reservedUntil: new Date(Date.now() + 60_000),
  reservedAt: new Date(),
  reservation: new ObjectId(),
});

test("sent back as it was, a customer's reservation that has ended is not made again without end", async () => {
  const { one, read, putWhole } = await stocked(ofCustomer());
  const seen = await read();
  await set(one, noReservation);

  const { status, body } = await putWhole(seen);

  expect([status, body.container]).toEqual([200, { ...seen, isReserved: false, reservedUntil: null }]);
});

test("what else was changed in it is changed all the same", async () => {
  const { one, read, putWhole } = await stocked(ofCustomer());
  const seen = await read();
  await set(one, noReservation);

  const { body } = await putWhole({ ...seen, containerId: "77" });

  expect(body.container).toMatchObject({ containerId: "77", isReserved: false });
});

test.each([
  ["that a customer made meanwhile is not ended", ofCustomer],
  [
    "that a refund has left to be checked meanwhile is not ended",
    () => {
      const { reservation, ...reserved } = ofCustomer();
      return { ...reserved, reservedUntil: null, reservation, toCheck: reservation };
    },
  ],
])("sent back as it was, a reservation %s", async (_which, reservation) => {
  const { one, read, putWhole } = await stocked({});
  const seen = await read();
  await set(one, reservation());

  const { status, body } = await putWhole(seen);

  expect([status, body.container]).toEqual([200, await read()]);
  expect(body.container.isReserved).toBe(true);
});

test("a transaction's claim that has ended is not made a reservation without end", async () => {
  const customers = ofCustomer();
  const { one, read, putWhole } = await stocked({ ...customers, reservedUntil: null });
  const seen = await read();
  await gateway.parts.mongo.inTransaction((dbSession) => reservations.letGo(dbSession, customers.reservation, one._id));

  const { status, body } = await putWhole(seen);

  expect([status, body.code]).toEqual([409, "stale"]);
  expect(body.container).toMatchObject({ isReserved: false, reservedUntil: null });
});

test("what was read before a transaction's claim began is stale, whatever was changed in it", async () => {
  const customers = ofCustomer();
  const { one, read, putWhole } = await stocked({});
  const seen = await read();
  await set(one, customers);
  await gateway.parts.mongo.inTransaction((dbSession) => reservations.claim(dbSession, { ...one, ...customers }));

  for (const whole of [seen, { ...seen, containerId: "78" }]) {
    const { status, body } = await putWhole(whole);
    expect([status, body.code]).toEqual([409, "stale"]);
    expect(body.container).toMatchObject({ isReserved: true, reservedUntil: null, containerId: one.label });
  }
});

test("a customer's reservation is not ended by a record that does not say until when it was", async () => {
  const { read, putWhole } = await stocked(ofCustomer());
  const seen = await read();

  const { status, body } = await putWhole({ ...seen, isReserved: false, reservedUntil: null });

  expect([status, body.container]).toEqual([200, seen]);
});

test("a reservation that its sender has seen is ended by the whole record", async () => {
  const { read, putWhole } = await stocked(ofCustomer());

  const { body } = await putWhole({ ...(await read()), isReserved: false });

  expect(body.container).toMatchObject({ isReserved: false, reservedUntil: null, rev: 1 });
});

test("a free container is reserved by the whole record", async () => {
  const { read, putWhole } = await stocked({});

  const { body } = await putWhole({ ...(await read()), isReserved: true });

  expect(body.container).toMatchObject({ isReserved: true, reservedUntil: null, rev: 1 });
});
