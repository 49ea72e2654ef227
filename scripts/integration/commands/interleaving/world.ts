import { ObjectId } from "mongodb";
import { createCancelUnsent } from "#shared/control-units/cancel-unsent.server.ts";
import { factsOf, namesContainers } from "#shared/control-units/control-unit.rules.ts";
import type { CommandLimits } from "#shared/control-units/row.rules.ts";
import type { CommandMessage, CommandType, ResultMessage } from "#shared/events/machine-topics.ts";
import type { UnitConnection } from "#shared/events/unit-connections.ts";
import type { Clock } from "#shared/runtime/clock.ts";
import { createControlUnitsRepository } from "../../../../gateway/features/control-units/control-units.repository.ts";
import { newRowsOf, sessionDraftOf } from "../../../../gateway/features/control-units/new-session.ts";
import { createRequestedContainers } from "../../../../gateway/features/control-units/requested-containers.ts";
import { createSessionsService } from "../../../../gateway/features/control-units/sessions.service.ts";
import { createLockChanges } from "../../../../gateway/machine-link/bouncing/lock-changes.ts";
import { createCommandSender } from "../../../../gateway/machine-link/commands/command-sender.ts";
import { createSentCommands } from "../../../../gateway/machine-link/commands/sent-commands.ts";
import { createHeld } from "../../../../gateway/machine-link/connections/held.ts";
import { createAwaitedClosings } from "../../../../gateway/machine-link/facts/awaited-closings.ts";
import { createDoors } from "../../../../gateway/machine-link/facts/doors.ts";
import { createFactDesk } from "../../../../gateway/machine-link/facts/fact-desk.ts";
import { createRestarts } from "../../../../gateway/machine-link/facts/restarts.ts";
import { createHistory } from "../../../../gateway/machine-link/history/history.ts";
import { createLockHistory } from "../../../../gateway/machine-link/history/lock-history.ts";
import type { GatewayParts } from "../../../../gateway/parts.ts";
import {
  addCommandedMachine,
  type LinkedMachine,
  loadPresence,
} from "../../../../gateway/testing/commanded-machine.ts";
import { type ControlUnits, createControlUnits } from "../../../../workers/control-units/control-units.ts";
import type { Random } from "../../../simulator/random.ts";
import { createLottery, inLots } from "./lottery.ts";

/** A twentieth of the real ones and a little more. */
export const limits: CommandLimits = {
  expiresMs: 1_500,
  acknowledgeMs: 400,
  openMs: 500,
  closeMs: 600,
  stockCloseMs: 800,
  restartMs: 600,
  turnMs: 900,
  repeatMs: 200,
};

interface Sent {
  command: CommandMessage;
  serialNumber: string;
  at: number;
}
/** A fact whose PUBACK its unit has. */
type StoredFact = Pick<ResultMessage, "commandId" | "channel" | "fact">;

/** A network under the test's hand: real gateways and workers but for their wires, whose calls of the store draw lots. */
export const createWorld = async (parts: GatewayParts, random: Random) => {
  const lottery = createLottery(random.fork("lottery"));
  const sent: Sent[] = [];
  const stored: StoredFact[] = [];
  let isCalm = false;
  const sometimes = (share: number) => !isCalm && random.chance(share);
  const storeOf = (share: number) => ({
    ...parts.mongo,
    collections: inLots(parts.mongo.collections, lottery, () => (isCalm ? 0 : share)),
  });
  /** If this fails, the next sweep does it. */
  const attempt = (work: Promise<unknown>): void => void work.catch(() => undefined);

  const skewed = (ms: number): Clock => ({ now: () => Date.now() + ms });
  const workers: ControlUnits[] = [-150, 0, 150].map((skew) =>
    createControlUnits({ ...parts, mongo: storeOf(0.08), clock: skewed(skew), limits }),
  );
  const anyWorker = () => random.pick(workers);
  const wake = (session: ObjectId) => {
    if (!sometimes(0.3)) attempt(anyWorker().settle(session.toHexString()));
  };

  const gatewayNamed = (gatewayId: string) => {
    const own = { ...parts, gatewayId, mongo: storeOf(0) };
    const held = createHeld();
    const settling = { wake, flush: async () => undefined };
    const restarts = createRestarts({ ...own, settling });
    const remembered = createSentCommands(own);
    const history = createHistory(parts);
    const lastSaid = () => ({});
    const facts = createFactDesk({
      ...own,
      sent: remembered,
      awaited: createAwaitedClosings(own),
      doors: createDoors({
        ...own,
        lockHistory: createLockHistory(own),
        lockChanges: createLockChanges(parts.limits.bouncing),
        flags: { note: () => undefined },
      }),
      history,
      restarts,
      settling,
      lastSaid,
      dropped: () => undefined,
    });
    const lines = () => ({
      send: async (id: string, { topic, payload }: { topic: string; payload: object }) => {
        const one = held.all().find(({ connection }) => connection.id === id);
        const { serialNumber } = one?.connection ?? { serialNumber: "nobody" };
        if (topic === "command") sent.push({ command: payload as CommandMessage, serialNumber, at: Date.now() });
        return true;
      },
      end: async () => undefined,
      connections: () => [],
      roundTrip: async () => undefined,
    });
    const sender = createCommandSender({ ...own, held, sent: remembered, restarts, settling, lines });
    return { gatewayId, held, facts, restarts, sender };
  };
  const gateways = ["east", "west"].map(gatewayNamed);
  for (const { gatewayId, sender } of gateways)
    await parts.bus.on("command.ready", ({ commandId }) => sender.ready(commandId), gatewayId);
  const anyGateway = () => random.pick(gateways);

  await loadPresence(parts);
  const machines = await Promise.all(Array.from({ length: 5 }, () => addCommandedMachine(parts, { linked: false })));
  const units = createControlUnitsRepository(parts.mongo);
  const requested = createRequestedContainers(units);
  const noWake = { advance: () => undefined, settle: () => undefined };
  const start = () => Promise.reject(new Error("nothing is resent here"));
  const cancelUnsent = createCancelUnsent(parts.mongo);
  const sessions = createSessionsService({ ...parts, units, requested, takeIn: start, wake: noWake, cancelUnsent });
  const given: ObjectId[] = [];
  let connections = 0;
  const actor = { kind: "system" as const, id: null, from: "test" };

  const keyOf = ({ unit }: LinkedMachine) => parts.keys.link(unit.serialNumber);
  /** Connects to one gateway; the previous one is notified or is not. */
  const connect = async ({ unit: { serialNumber, secretHash: credential }, ...at }: LinkedMachine): Promise<void> => {
    const { gatewayId, held, restarts } = anyGateway();
    const login = { login: "unit" as const, credential, connectionNumber: ++connections, address: "" };
    const connection: UnitConnection = { id: new ObjectId().toHexString(), serialNumber, ...login };
    for (const other of gateways) {
      const before = other.held.ofUnit(serialNumber);
      if (before && (other.gatewayId === gatewayId || !sometimes(0.3))) other.held.remove(before.connection);
    }
    held.add(connection);
    const one = held.ofUnit(serialNumber);
    if (one) one.subscribed = true;
    await parts.redis.set(parts.keys.link(at.machine ? serialNumber : ""), `${gatewayId}:${connection.id}`);
    await restarts.note(connection);
  };

  const say = async ({ command, serialNumber }: Sent): Promise<void> => {
    const facts = factsOf(command.type);
    const before = stored.filter(({ commandId }) => commandId === command.commandId).length;
    const inOrder = facts[Math.floor(before / Math.max(1, command.channels.length))] ?? random.pick(facts);
    const fact = random.chance(0.75) ? inOrder : random.pick(facts);
    const channel = command.channels.length > 0 ? random.pick(command.channels) : null;
    const { commandId } = command;
    const order = { at: new Date().toISOString(), boot: "b", seq: random.whole(0, 1_000) };
    const connection = {
      id: "x",
      serialNumber,
      login: "unit" as const,
      credential: "",
      connectionNumber: 1,
      address: "",
    };
    const result = { commandId, channel, fact, isLocked: random.chance(0.5), ...order };
    await anyGateway().facts.report(connection, result, Date.now());
    stored.push({ commandId, channel, fact });
  };

  const give = async (): Promise<void> => {
    const { machine, containers } = random.pick(machines);
    const type: CommandType = random.pick(["open", "open", "stock-update", "restart", "lock-status", "ping"]);
    const named = namesContainers(type) ? containers.slice(0, random.whole(1, 3)) : [];
    const nothing = { product: null, operationType: null, lockFailedTo: null, checks: null, resends: null };
    const draft = sessionDraftOf(
      machine,
      { type, containers: named, ...nothing },
      { actor, trace: "t", offline: false },
    );
    await parts.mongo.inTransaction(async (dbSession) => {
      const session = await units.addSession(dbSession, draft, random.whole(150, limits.expiresMs));
      await units.addRows(dbSession, newRowsOf(session, named));
    });
    given.push(draft._id);
    if (!sometimes(0.2)) await anyWorker().advance(machine.vendingMachineId);
  };

  const someSession = () => random.pick(given.slice(-6)).toHexString();
  const actions: [number, () => Promise<unknown>][] = [
    [3, give],
    [2, () => connect(random.pick(machines))],
    [1, async () => parts.redis.del(keyOf(random.pick(machines)))],
    [2, async () => given.length > 0 && sessions.cancel(actor, someSession(), "t")],
    [3, async () => given.length > 0 && anyWorker().settle(someSession())],
    [2, () => anyWorker().advance(random.pick(machines).machine.vendingMachineId)],
    [3, () => anyWorker().sweep()],
    [20, async () => sent.length > 0 && say(random.pick(sent.slice(-8)))],
    [1, async () => sent.length > 0 && anyGateway().sender.ready(random.pick(sent).command.commandId)],
  ];
  const urn = actions.flatMap(([times, action]) => Array.from({ length: times }, () => action));

  return {
    sent,
    stored,
    given,
    workers,
    connectAll: () => Promise.all(machines.map(connect)),
    /** Begins something, and waits for nothing. */
    stir: (): void => attempt(random.pick(urn)()),
    /** Nobody dies any more, and nothing new is begun. */
    calm: (): void => {
      isCalm = true;
    },
  };
};
export type World = Awaited<ReturnType<typeof createWorld>>;
