import { ObjectId } from "mongodb";
import { expect, test } from "vitest";
import type { Container } from "#shared/containers/container.schema.ts";
import type { ContainerDocument } from "#shared/machines/machine.document.server.ts";
import { setUpGateway } from "../../testing/gateway-under-test.ts";
import { addContainer, addMachine } from "../../testing/network.ts";
import { setUpOperator } from "../../testing/operator.ts";
import { noReservation } from "./container-guards.ts";

const gateway = setUpGateway({ limits: { reservationSweepEveryMs: 3_600_000 } });
const operator = setUpOperator(gateway);

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
