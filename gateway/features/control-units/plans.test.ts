import { beforeAll, expect, test } from "vitest";
import { commandCalls } from "#shared/control-units/command-calls.ts";
import { commandTypes } from "#shared/events/machine-topics.ts";
import { planned, profiled } from "#shared/runtime/testing/profiled.ts";
import { aBrandEntry } from "#shared/runtime/testing/stored-records.ts";
import { addCommandedMachine, loadPresence, startAsWorker } from "../../testing/commanded-machine.ts";
import { nothingBeside, setUpGateway } from "../../testing/gateway-under-test.ts";
import { addProduct, addProfile } from "../../testing/network.ts";
import { signedInAt } from "../../testing/operator.ts";

const gateway = setUpGateway({ limits: nothingBeside });
beforeAll(() => loadPresence(gateway.parts));

/** The queries of `work`, and of a plan. */
const queries = (work: () => Promise<unknown>) =>
  profiled(gateway.parts.mongo.db, work, { ...planned, ns: { $not: /system\./ } });

test("no call of control units reads a whole collection or sorts in memory, and the panel's list is no query per machine", async () => {
  const operator = await signedInAt(gateway);
  const product = await addProduct(gateway.parts);
  const { _id: profile } = await addProfile(gateway.parts, { brands: [aBrandEntry(product)] });
  const machines = await Promise.all(
    Array.from({ length: 20 }, () => addCommandedMachine(gateway.parts, { machine: { profile } })),
  );
  const [one, , ...others] = machines;
  const vendingMachineId = one?.machine.vendingMachineId;
  const containers = ["2", `${one?.containers[0]?._id}`];
  const answers: Awaited<ReturnType<typeof operator.post>>[] = [];

  const commands = await queries(async () => {
    for (const type of commandTypes)
      answers.push(
        await operator.post(commandCalls[type].path, { vendingMachineId, containers, productId: `${product._id}` }),
      );
    const [id = "", second = "", third = ""] = answers.map(({ body }) => body.sessionId as string);
    await startAsWorker(gateway.parts, second);
    answers.push(
      await operator.get(`/control-units/session-results/${id}`),
      await operator.post(commandCalls["lock-close-verify"].path, { vendingMachineId, id }),
      await operator.post(`/control-units/sessions/${second}/cancel`, {}),
      await operator.post(`/control-units/sessions/${third}/cancel`, {}),
      await operator.post(`/control-units/sessions/${third}/resend`, {}),
      await operator.post("/control-units/testing-feedback", {
        vendingMachineId,
        id,
        lockFailedTo: "Failed To Open",
        operationType: "Open Container",
      }),
    );
  });
  const panel = await queries(async () => {
    answers.push(await operator.get("/vending-machines/registered-vending-machines-products"));
  });

  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect(commands.length).toBeGreaterThan(40);
  const bad = [...commands, ...panel].filter(
    ({ planSummary = "", hasSortStage }) =>
      planSummary.includes("COLLSCAN") || (hasSortStage && !sortsFew(planSummary)),
  );
  expect(bad.map(({ ns, planSummary, command }) => ({ ns, planSummary, command }))).toEqual([]);
  // Units, machines, profiles, containers, and the caller: however many machines there are.
  expect(others.length + 2).toBe(answers.at(-1)?.body.vendingMachines.length);
  expect(panel.length).toBeLessThanOrEqual(8);
});

/** Machines are sorted by name after they were found by their ids. */
const sortsFew = (plan: string) => plan.includes("_id");
