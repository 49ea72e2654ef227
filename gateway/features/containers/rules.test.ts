import { ObjectId } from "mongodb";
import { beforeAll, describe, expect, test } from "vitest";
import { type ActionName, actions, caseName, containerCases } from "#shared/containers/testing/container-cases.ts";
import type { ContainerDocument, MachineDocument } from "#shared/machines/machine.document.server.ts";
import { aBrandEntry } from "#shared/runtime/testing/stored-records.ts";
import { setUp } from "#shared/testing/set-up.ts";
import { setUpGateway } from "../../testing/gateway-under-test.ts";
import { addContainer, addMachine, addProduct, addProfile } from "../../testing/network.ts";
import { setUpOperator } from "../../testing/operator.ts";

let machine: MachineDocument;
let channel = 0;
// Nothing clears a lapsed reservation while a case looks at it.
const gateway = setUpGateway({ limits: { reservationSweepEveryMs: 3_600_000 } });
const operator = setUpOperator(gateway);
const cola = setUp(() => addProduct(gateway.parts));
const tea = setUp(() => addProduct(gateway.parts));
beforeAll(async () => {
  const profile = await addProfile(gateway.parts, { brands: [aBrandEntry(cola, 1), aBrandEntry(tea, 2)] });
  machine = await addMachine(gateway.parts, { profile: profile._id });
});

const hasLapsed = ({ reservedUntil }: ContainerDocument) => reservedUntil !== null && reservedUntil < new Date();
/** The call that does it, as the console makes it. */
const call = (action: ActionName, container: ContainerDocument) => {
  const id = container._id.toHexString();
  const vendingMachine = machine._id.toHexString();
  const put = (body: object) => operator.put(`/containers?id=${id}`, body);
  const calls = {
    "change working": () => put({ isWorking: !container.isWorking }),
    "change reserved": () => put({ isReserved: !container.isReserved || hasLapsed(container) }),
    "choose product": () =>
      put({ product: tea._id.toHexString(), _id: id, prevProduct: container.product?.toHexString() ?? null }),
    "remove product": () => operator.put("/containers/remove-product", { _id: id }),
    "add to stock": () => operator.post("/containers/add-stock", { id, vendingMachine }),
    "mark empty": () => operator.post("/containers/remove-stock", { id, vendingMachine }),
    delete: () => operator.delete("/containers/", { vendingMachine, container: id }),
  };
  return calls[action]();
};

const noReservation = { isReserved: false, reservedUntil: null, reservedAt: null, reservation: null };
const reservedUntil = (until: Date | null) => ({
  isReserved: true,
  reservedUntil: until,
  reservedAt: new Date(),
  reservation: until && new ObjectId(),
});
const minute = 60_000;
const reservations = [
  { kind: "free as it stands", isReserved: false, fields: () => noReservation },
  {
    kind: "free since a customer's reservation lapsed",
    isReserved: false,
    fields: () => reservedUntil(new Date(Date.now() - minute)),
  },
  { kind: "reserved by an operator", isReserved: true, fields: () => reservedUntil(null) },
  { kind: "reserved by a customer", isReserved: true, fields: () => reservedUntil(new Date(Date.now() + minute)) },
];

describe.each(reservations)("a container that is $kind", ({ isReserved, fields }) => {
  const cases = containerCases
    .filter((one) => one.isReserved === isReserved)
    .map((one) => ({ name: caseName(one), ...one }));

  test.each(cases)("and is $name allows: $allowed", async ({ isWorking, isEmpty, hasProduct, allowed }) => {
    for (const action of actions) {
      channel += 1;
      const state = { isWorking, isEmpty, product: hasProduct ? cola._id : null };
      const before = await addContainer(gateway.parts, machine, channel, { ...state, ...fields() });

      const { status, body } = await call(action, before);

      const after = await gateway.stores.containers.findOne({ _id: before._id });
      if (allowed.includes(action)) {
        expect([action, status]).toEqual([action, 200]);
        expect(after?.rev ?? null).toBe(action === "delete" ? null : 1);
      } else {
        expect([action, status, body.success]).toEqual([action, 409, false]);
        expect(body.error).toMatch(new RegExp(`^Container ${channel} (is|has|was) `));
        expect(after).toEqual(before);
      }
    }
  });
});

describe("a refusal says what is in the way", () => {
  test.each<[string, ActionName, Partial<ContainerDocument>, string]>([
    ["a reserved one cannot be disabled", "change working", reservedUntil(null), "is reserved"],
    ["an empty one cannot be reserved", "change reserved", {}, "is empty"],
    ["a full one keeps its product", "choose product", { isEmpty: false }, "is not empty"],
    ["a bare one has nothing to remove", "remove product", {}, "has no product"],
    ["a bare one cannot be stocked", "add to stock", {}, "has no product"],
    [
      "everything at once",
      "add to stock",
      { ...reservedUntil(null), isWorking: false, isEmpty: false },
      "is reserved and is disabled and has no product and is not empty",
    ],
  ])("%s", async (_title, action, state, why) => {
    channel += 1;
    const container = await addContainer(gateway.parts, machine, channel, state);

    const { body } = await call(action, container);

    expect(body).toMatchObject({ success: false, code: expect.any(String), error: `Container ${channel} ${why}` });
  });
});
