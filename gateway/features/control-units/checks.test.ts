import { ObjectId } from "mongodb";
import { beforeAll, describe, expect, test } from "vitest";
import { commandCalls } from "#shared/control-units/command-calls.ts";
import { type CommandType, commandTypes } from "#shared/events/machine-topics.ts";
import { setUp } from "#shared/testing/set-up.ts";
import { addCommandedMachine, type LinkedMachine, loadPresence } from "../../testing/commanded-machine.ts";
import { setUpGateway } from "../../testing/gateway-under-test.ts";
import { addContainer } from "../../testing/network.ts";
import { setUpOperator } from "../../testing/operator.ts";

const gateway = setUpGateway();
const operator = setUpOperator(gateway);
const at = setUp(() => addCommandedMachine(gateway.parts));
const other = setUp(() => addCommandedMachine(gateway.parts));
beforeAll(() => loadPresence(gateway.parts));

const give = (type: CommandType, more: object = {}) =>
  operator.post(commandCalls[type].path, { vendingMachineId: at.machine.vendingMachineId, ...more });
const sessions = () => gateway.stores.sessions;
const channelsOf = async (id: string) => (await sessions().findOne({ _id: new ObjectId(id) }))?.channels;
const withContainers = commandTypes.filter((type) => type !== "ping" && type !== "restart");
const idOf = ({ containers }: LinkedMachine, place: number) => `${containers[place]?._id}`;
const nowhere = "0123456789abcdef01234567";

describe.each(withContainers)("%s is refused, and nothing is stored", (type) => {
  const nameAny = type === "lock-close-verify" ? ", or the id of a session" : "";
  const refusals: [string, () => object, number, () => string][] = [
    [
      "a machine that does not exist",
      () => ({ vendingMachineId: "VM-none", containers: ["1"] }),
      404,
      () => "There is no vending machine VM-none",
    ],
    [
      "a machine by its database id: it is named by the id on its front",
      () => ({ vendingMachineId: `${at.machine._id}`, containers: ["1"] }),
      404,
      () => `There is no vending machine ${at.machine._id}`,
    ],
    ["no containers", () => ({}), 400, () => `containers: name at least one${nameAny}`],
    ["an empty list", () => ({ containers: [] }), 400, () => `containers: name at least one${nameAny}`],
    ["a label twice", () => ({ containers: ["1", "2", "1"] }), 400, () => "Container - Duplicates"],
    [
      "a label and the id of the same one",
      () => ({ containers: ["1", idOf(at, 0)] }),
      400,
      () => "Container - Duplicates",
    ],
    ["an unknown label twice", () => ({ containers: ["88", "88"] }), 400, () => "Container - Duplicates"],
    [
      "labels that the machine does not have, each of them named",
      () => ({ containers: ["1", "88", "2", "1.5"] }),
      400,
      () => `Vending machine ${at.machine.vendingMachineId} has no container 88, 1.5`,
    ],
    [
      "a container of another machine",
      () => ({ containers: [idOf(other, 0)] }),
      400,
      () => `Vending machine ${at.machine.vendingMachineId} has no container ${idOf(other, 0)}`,
    ],
    [
      "a product that does not exist",
      () => ({ containers: ["1"], productId: nowhere }),
      400,
      () => `productId: there is no product ${nowhere}`,
    ],
  ];

  test.each(refusals)("for %s", async (_why, body, status, error) => {
    const before = await sessions().countDocuments();

    const answer = await give(type, body());

    expect(answer.status).toBe(status);
    expect(answer.body).toEqual({ success: false, code: expect.any(String), error: error(), message: error() });
    expect(await sessions().countDocuments()).toBe(before);
  });
});

describe("a body that no call takes", () => {
  test.each<[string, object, string]>([
    ["without a machine", { vendingMachineId: undefined }, "vendingMachineId: is required"],
    ["with an empty label", { containers: [" "] }, "containers.0: is empty"],
    ["with a label of 25 characters", { containers: ["1".repeat(25)] }, "containers.0: must be a label or an id"],
    [
      "with a label that has become a number: 1.10 is 1.1 by then",
      { containers: [1.1] },
      "containers.0: a label with a dot must be text",
    ],
    ["with a malformed product", { productId: "abc" }, "productId: must be an id of 24 hexadecimal digits"],
    ["with a malformed session", { id: "abc" }, "id: must be an id of 24 hexadecimal digits"],
    [
      "with a mark that turns the writing",
      { operationType: "Open\u202eContainer" },
      "operationType: must not contain control characters",
    ],
    ["with a zero byte", { lockFailedTo: "Failed\u0000" }, "lockFailedTo: must not contain control characters"],
    ["with a field that nobody knows", { force: true }, "Unknown field: force"],
    ["with a query in place of a machine", { vendingMachineId: { $ne: null } }, "vendingMachineId: expected string"],
  ])("%s", async (_what, body, error) => {
    const answer = await give("open", { containers: ["1"], ...body });

    expect(answer.status).toBe(400);
    expect(answer.body.error).toContain(error);
  });
});

test("a channel is no label: what an operator does not see does not open", async () => {
  const { machine } = await addCommandedMachine(gateway.parts, { containers: 0 });
  await addContainer(gateway.parts, machine, 5, { label: "1" });

  const { vendingMachineId } = machine;
  const answer = await give("open", { vendingMachineId, containers: ["5"] });

  expect(answer.body.error).toBe(`Vending machine ${vendingMachineId} has no container 5`);
});

describe("a verification of closed doors", () => {
  const open = async (where: LinkedMachine, containers: string[]): Promise<string> => {
    const answer = await give("open", { vendingMachineId: where.machine.vendingMachineId, containers });
    return answer.body.sessionId;
  };

  test("checks the containers of the session that it names, in that session's order", async () => {
    const checked = await open(at, ["4", "2"]);

    const { status, body } = await give("lock-close-verify", { id: checked });

    expect(status).toBe(200);
    const session = await sessions().findOne({ _id: new ObjectId(body.sessionId as string) });
    expect(session).toMatchObject({ channels: [4, 2], checks: new ObjectId(checked), type: "lock-close-verify" });
  });

  test("checks the containers that it names itself, if it names both", async () => {
    const { body } = await give("lock-close-verify", { id: await open(at, ["4", "2"]), containers: ["3"] });

    expect(await channelsOf(body.sessionId)).toEqual([3]);
  });

  test.each<[string, () => Promise<string>, number, string]>([
    ["that does not exist", async () => nowhere, 404, `There is no session ${nowhere}`],
    ["of another machine", () => open(other, ["1"]), 409, "belongs to vending machine"],
    ["without containers", async () => (await give("ping")).body.sessionId, 400, "has no containers to check"],
  ])("is refused for a session %s", async (_which, id, status, error) => {
    const answer = await give("lock-close-verify", { id: await id() });

    expect(answer.status).toBe(status);
    expect(answer.body.error).toContain(error);
    expect(answer.body.message).toBe(answer.body.error);
  });

  test("names the containers that are no longer there", async () => {
    const gone = await addContainer(gateway.parts, at.machine, 9);
    const id = await open(at, ["1", "9"]);
    await gateway.stores.containers.deleteOne({ _id: gone._id });

    const answer = await give("lock-close-verify", { id });

    expect(answer.status).toBe(400);
    expect(answer.body.error).toBe(`Vending machine ${at.machine.vendingMachineId} no longer has container 9`);
  });

  test("only it looks at a named session: the panel sends one along with every call", async () => {
    expect((await give("open", { containers: ["1"], id: nowhere })).status).toBe(200);
  });
});
