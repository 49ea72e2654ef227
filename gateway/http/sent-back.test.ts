import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { anAlarm } from "#shared/runtime/testing/stored-alarms.ts";
import { anOrder } from "#shared/runtime/testing/stored-orders.ts";
import { aBrandEntry } from "#shared/runtime/testing/stored-records.ts";
import { aTransaction } from "#shared/runtime/testing/stored-transactions.ts";
import { declaredEndpoints } from "../testing/declared-endpoints.ts";
import { setUpGateway } from "../testing/gateway-under-test.ts";
import { addContainer, addMachine, addProduct, addProfile, addRegion, addUnit } from "../testing/network.ts";
import { setUpOperator } from "../testing/operator.ts";
import { addPerson } from "../testing/people.ts";

const gateway = setUpGateway();
const operator = setUpOperator(gateway, "admin");

interface Call {
  get: string;
  /** The record in GET's answer. */
  record: (body: Record<string, never>) => Record<string, unknown>;
  put: string;
  /** What the PUT requires beside the record, where its form is not the record's fields. */
  form?: object;
  /** What is different afterwards, on purpose. */
  becomes?: object;
}

const aProfileToChange = async () => {
  const product = await addProduct(gateway.parts);
  const entry = aBrandEntry(product);
  const { _id } = await addProfile(gateway.parts, { brands: [entry] });
  return { product, entry, _id };
};
const aContainerToChange = async (isEmpty: boolean) => {
  const { product, _id: profile } = await aProfileToChange();
  const machine = await addMachine(gateway.parts, { profile });
  const { _id } = await addContainer(gateway.parts, machine, 1, { product: product._id, isEmpty });
  return { _id, get: `/containers?vendingMachine=${machine._id}` };
};
const oneOf = ({ containers }: { containers?: Record<string, unknown>[] }) => containers?.[0] ?? {};

const aUserToChange = async () => {
  const { _id } = await addPerson(gateway.parts, { role: "customer" });
  return { _id, get: `/users/${_id}/all` };
};
/** A part of a user's file. */
const fileOf =
  (part: "user" | "note" | "deposit" | "cans") =>
  ({ data }: { data?: Record<string, Record<string, unknown>> }) =>
    data?.[part] ?? {};

/** A record of a list that has no call for a single record. */
const listed =
  (list: string, id: string) =>
  (body: Record<string, Record<string, unknown>[]>): Record<string, unknown> =>
    body[list]?.find(({ _id }) => _id === id) ?? {};

/** Every PUT that answers a record, by its endpoint's name. */
const puts: Record<string, () => Promise<Call>> = {
  changeMachine: async () => {
    const { _id: profile } = await addProfile(gateway.parts);
    const path = `/vending-machines/${(await addMachine(gateway.parts, { profile }))._id}`;
    return { get: path, record: (body) => body.vendingMachine ?? {}, put: path };
  },
  changeMachineWork: async () => {
    const path = `/vending-machines/${(await addMachine(gateway.parts))._id}`;
    const record = (body: Record<string, never>) => body.vendingMachine ?? {};
    return { get: path, record, put: `${path}/work`, form: { until: null } };
  },
  changeRegionWork: async () => {
    const path = `/regions/${(await addRegion(gateway.parts))._id}`;
    return { get: path, record: (body) => body.region ?? {}, put: `${path}/work`, form: { until: null } };
  },
  changeProfile: async () => {
    const path = `/product-profiles/${(await aProfileToChange())._id}`;
    return { get: path, record: (body) => body.productProfile ?? {}, put: path };
  },
  changeBrandEntry: async () => {
    const { _id, entry } = await aProfileToChange();
    const get = `/product-profiles/${_id}`;
    const form = { type: "unit", field: "active", value: entry.unit.active };
    return { get, record: (body) => body.productProfile ?? {}, put: `${get}/${entry._id}`, form };
  },
  changeProduct: async () => {
    const path = `/products/${(await addProduct(gateway.parts))._id}`;
    return { get: path, record: (body) => body.data ?? {}, put: path };
  },
  changeRegionProfiles: async () => {
    const { _id: profile } = await addProfile(gateway.parts);
    const { _id } = await addRegion(gateway.parts, { profiles: [profile] });
    return { get: `/regions/${_id}`, record: (body) => body.region ?? {}, put: `/regions/update-profile/${_id}` };
  },
  changeContainer: async () => {
    const { _id, get } = await aContainerToChange(false);
    return { get, record: oneOf, put: `/containers?id=${_id}` };
  },
  removeProduct: async () => {
    const { get } = await aContainerToChange(true);
    return { get, record: oneOf, put: "/containers/remove-product", becomes: { product: null, brand: "" } };
  },
  changeUser: async () => {
    const { _id, get } = await aUserToChange();
    return { get, record: fileOf("user"), put: `/users/${_id}` };
  },
  changeNote: async () => {
    const { _id, get } = await aUserToChange();
    return { get, record: fileOf("note"), put: `/users/${_id}/note` };
  },
  changeDeposit: async () => {
    const { _id, get } = await aUserToChange();
    return { get, record: fileOf("deposit"), put: `/deposit/${_id}` };
  },
  changeCans: async () => {
    const { _id, get } = await aUserToChange();
    const { vendingMachineId } = await addMachine(gateway.parts);
    const { brand } = await addProduct(gateway.parts);
    const form = { vendingMachine: vendingMachineId, brand, cans: 0 };
    return { get, record: fileOf("cans"), put: `/cans/${_id}`, form };
  },
  changeCansLimit: async () => {
    const { _id, get } = await aUserToChange();
    return { get, record: fileOf("cans"), put: `/cans/limit/${_id}` };
  },
  changePenalty: async () => {
    const { _id } = await aUserToChange();
    const given = await operator.post(`/penalty/${_id}`, { amount: 1, quantity: 1 });
    const path = `/penalty/${given.body.penalty._id}`;
    return { get: path, record: (body) => body.penalty ?? {}, put: path };
  },
  changeSettings: async () => ({ get: "/settings", record: (body) => body.settings ?? {}, put: "/settings" }),
  changeWebhook: async () => {
    const added = await operator.post("/webhooks", { address: `https://example.com/${randomUUID()}` });
    const { _id } = added.body.webhook;
    return { get: "/webhooks", record: listed("webhooks", _id), put: `/webhooks/${_id}` };
  },
  changeAlarm: async () => {
    const alarm = anAlarm();
    await gateway.stores.alarms.insertOne(alarm);
    const id = alarm._id.toHexString();
    return { get: "/alarms", record: listed("alarms", id), put: `/alarms/${id}` };
  },
  changeAlarmRule: async () => {
    const rota = [{ operator: operator.userId }];
    const { _id } = (await operator.post("/alarm-rules", { name: randomUUID(), rota })).body.alarmRule;
    return { get: "/alarm-rules", record: listed("alarmRules", _id), put: `/alarm-rules/${_id}` };
  },
  changeTransaction: async () => {
    const { _id: profile } = await addProfile(gateway.parts);
    const machine = await addMachine(gateway.parts, { profile });
    const can = aTransaction(await addPerson(gateway.parts, { role: "customer" }), machine);
    await gateway.stores.canTransactions.insertOne(can);
    const path = `/transactions/${can._id}`;
    return { get: path, record: (body) => body.canTransaction ?? {}, put: path };
  },
  changeOrder: async () => {
    const machine = await addMachine(gateway.parts);
    const order = anOrder(await addPerson(gateway.parts, { role: "customer" }), machine);
    await gateway.stores.orders.insertOne(order);
    const path = `/orders/${order._id}`;
    return { get: path, record: (body) => body.order ?? {}, put: path };
  },
  // The provider is not queried about an order that is paid and cost nothing.
  verifyPayment: async () => {
    const machine = await addMachine(gateway.parts);
    const person = await addPerson(gateway.parts, { role: "customer" });
    const order = anOrder(person, machine, { status: "payment successful", netAmount: 0 });
    await gateway.stores.orders.insertOne(order);
    const get = `/orders/${order._id}`;
    return { get, record: (body) => body.order ?? {}, put: "/payment/verify-payment" };
  },
  changeRegistered: async () => {
    const { serialNumber } = await addUnit(gateway.parts, await addMachine(gateway.parts));
    const put = "/vending-machines/registered-vending-machine";
    return { get: `${put}?serialNumber=${serialNumber}`, record: (body) => body.vendingMachine ?? {}, put };
  },
};

const read = async ({ get, record }: Call) => record((await operator.get(get)).body);

test("every PUT that answers a record is sent back what GET answered here", async () => {
  const answering = (await declaredEndpoints()).filter(
    ([, { method, body, reply }]) => method === "PUT" && body && Object.keys(reply.shape).length > 0,
  );

  expect(Object.keys(puts).sort()).toEqual(answering.map(([name]) => name).sort());
});

describe.each(Object.entries(puts))("%s, sent what GET answered,", (_name, stood) => {
  test("takes it, and changes nothing that was not requested", async () => {
    const call = await stood();
    const before = await read(call);

    const { status, body } = await operator.put(call.put, { ...before, ...call.form });

    expect([status, body.error]).toEqual([200, undefined]);
    const after = await read(call);
    expect({ ...after, rev: 0 }).toEqual({ ...before, ...call.becomes, rev: 0 });
  });

  test("refuses what is no field of the record, naming it", async () => {
    const call = await stood();

    const { status, body } = await operator.put(call.put, { ...(await read(call)), ...call.form, colour: "red" });

    expect([status, body.error]).toEqual([400, "Unknown field: colour"]);
  });
});

describe("a container that is sent back whole", () => {
  const send = async (change: object) => {
    const { _id, get } = await aContainerToChange(false);
    const before = oneOf((await operator.get(get)).body);
    return operator.put(`/containers?id=${_id}`, { ...before, ...change });
  };

  test.each([
    ["its label", { containerId: "7.5" }],
    ["whether it works", { isWorking: false }],
    ["its reservation", { isReserved: true }],
  ])("changes %s", async (_what, change) => {
    const { status, body } = await send(change);

    expect([status, body.container]).toEqual([200, expect.objectContaining(change)]);
  });

  test("changes one thing at a time", async () => {
    const { status, body } = await send({ containerId: "8", isWorking: false });

    expect([status, body.error]).toEqual([
      400,
      "Change one thing at a time: containerId, isWorking, isReserved or product",
    ]);
  });

  test("from a stale page is refused as stale, whatever differs", async () => {
    const { status, body } = await send({ containerId: "8", isWorking: false, rev: 99 });

    expect([status, body.error]).toEqual([409, "This container was changed by somebody else meanwhile"]);
  });
});
