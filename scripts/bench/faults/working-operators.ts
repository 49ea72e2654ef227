import { randomUUID } from "node:crypto";
import { listAlarms } from "#shared/alarms/alarm.api.ts";
import { openContainers } from "#shared/control-units/control-unit.api.ts";
import type { CallInput } from "#shared/http/endpoint.ts";
import { mostWhole } from "#shared/http/long-lists.ts";
import { readInventory } from "#shared/inventory/inventory.api.ts";
import { readLiveStatus } from "#shared/live-status/live-status.api.ts";
import { changeMachine, listMachines, readMachine, readMachineHistory } from "#shared/machines/machine.api.ts";
import { listOrders } from "#shared/orders/order.api.ts";
import { listRegistered } from "#shared/registration/registration.api.ts";
import { listTransactions, refundCan } from "#shared/transactions/transaction.api.ts";
import { type KnownEndpoint, request } from "../../../web/http/request.ts";
import { plantOperatorOf } from "../../integration/planted.ts";
import type { MachineEvent } from "../../simulator/machine-events.ts";
import { pause } from "../../simulator/pause.ts";
import type { Random } from "../../simulator/random.ts";
import type { Network } from "./network.ts";

const upTo = { upTo: String(mostWhole) };
const everyMs = 10_000;
/** The unit is commanded within this time, whatever happens at its machine meanwhile. */
const commandedWithinMs = 30_000;

interface Click {
  began: number;
  serialNumber: string;
  sessionId: string;
}

/** What operators waited for: of each kind of call, and from their click until the unit heard the command. */
export const createWaits = () => {
  let calls = new Map<string, number[]>();
  const failures: string[] = [];
  const heard = new Map<string, number>();
  let clicks: Click[] = [];
  const uncommanded: Click[] = [];
  return {
    failures,
    uncommanded,
    clicked: (click: Click): void => void clicks.push(click),
    took: (kind: string, ms: number): void => {
      const known = calls.get(kind) ?? [];
      known.push(ms);
      calls.set(kind, known);
    },
    note: (_serialNumber: string, event: MachineEvent): void => {
      if (event.kind === "command") heard.set(event.sessionId, performance.now());
    },
    /** Since the last time. */
    take: () => {
      const now = performance.now();
      const commands: number[] = [];
      const waiting: Click[] = [];
      for (const click of clicks) {
        const at = heard.get(click.sessionId);
        if (at !== undefined) commands.push(at - click.began);
        else if (now - click.began < commandedWithinMs) waiting.push(click);
        else uncommanded.push(click);
      }
      const taken = { commands, calls };
      clicks = waiting;
      calls = new Map();
      return taken;
    },
  };
};
export type Waits = ReturnType<typeof createWaits>;

/** What they do, and how often of a hundred times. */
const createDesk = ({ url, units }: Network, token: string, random: Random, waits: Waits) => {
  const sender = { base: `${url}/api/v1.2`, token: () => token };
  const sound = units.filter(({ plan: { faults } }) => !faults.deaf && !faults.slow && !faults.dropsOut);

  const call = async <E extends KnownEndpoint>(kind: string, endpoint: E, input: CallInput<E>, headers = {}) => {
    const began = performance.now();
    const outcome = await request(sender, endpoint, input, { headers });
    waits.took(kind, performance.now() - began);
    if (outcome.is === "failed") waits.failures.push(`${kind}: ${outcome.error}`);
    return outcome.is === "done" ? outcome.reply : null;
  };
  const anyMachine = () => ({ id: random.pick(units).machineId });

  const open = async () => {
    const { plan } = random.pick(sound);
    const began = performance.now();
    const container = String(random.pick(plan.channels));
    const body = { vendingMachineId: plan.vendingMachineId, containers: [container] };
    const reply = await call("open a container", openContainers, { body }, { "idempotency-key": randomUUID() });
    if (reply) waits.clicked({ began, serialNumber: plan.serialNumber, sessionId: reply.sessionId });
  };
  const refund = async () => {
    const pending = await call("transactions", listTransactions, { query: { status: "pending" } });
    const stuck = pending?.transactions.filter(({ vendingMachineMessage }) => vendingMachineMessage !== "") ?? [];
    if (stuck.length === 0) return;
    const params = { id: random.pick(stuck)._id };
    await call("refund a can", refundCan, { params }, { "idempotency-key": randomUUID() });
  };
  const edit = async () => {
    const params = anyMachine();
    const reply = await call("a machine", readMachine, { params });
    if (!reply) return;
    const { location, rev } = reply.vendingMachine;
    const body = { location: `${location.split(" (")[0]} (seen ${new Date().toISOString()})`, rev };
    await call("edit a machine", changeMachine, { params, body });
  };

  const doings: [share: number, act: () => Promise<unknown>][] = [
    [12, () => call("live status", readLiveStatus, { query: upTo })],
    // Both are loaded for Home.
    [12, () => Promise.all([call("machines", listMachines, { query: upTo }), call("alarms", listAlarms, {})])],
    [8, () => call("inventory", readInventory, { query: upTo })],
    [4, () => call("registered units", listRegistered, { query: upTo })],
    [10, () => call("orders", listOrders, { query: {} })],
    [10, () => call("transactions", listTransactions, { query: {} })],
    [12, () => call("a machine's history", readMachineHistory, { params: anyMachine(), query: {} })],
    [22, open],
    [5, refund],
    [5, edit],
  ];
  const lots = doings.flatMap(([share, act]) => Array.from({ length: share }, () => act));
  return { act: () => random.pick(lots)() };
};

/** `many` operators, each with a login of their own, who do something every ten seconds until `signal`. */
export const startOperators = async (
  many: number,
  network: Network,
  random: Random,
  waits: Waits,
  signal: AbortSignal,
) => {
  const tokens = await Promise.all(Array.from({ length: many }, () => plantOperatorOf(network.mongo, network.env)));
  const working = tokens.map(async (token, nth) => {
    const mine = random.fork(nth);
    const desk = createDesk(network, token, mine, waits);
    while (await pause(mine.between(0, 2 * everyMs), signal)) await desk.act();
  });
  return { ended: Promise.all(working) };
};
