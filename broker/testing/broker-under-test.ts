import type { ProblemMessage } from "#shared/events/machine-topics.ts";
import type { Admission, MachineDesk, UnitConnection } from "#shared/events/unit-connections.ts";
import { setUp } from "#shared/testing/set-up.ts";
import { createBroker } from "../broker.ts";
import type { BrokerLimits, Listen } from "../ports.ts";
import { type Connect, openRawUnit, type RawUnit } from "./raw-unit.ts";

type Claim = Parameters<MachineDesk["admit"]>[0];
type Said = { serialNumber: string; topic: string; payload: unknown };

/** Counts like Prometheus, by label. */
const createCounter = () => {
  const counts = new Map<string, number>();
  const add = (step: number) => (labels: Record<string, string>) => {
    const label = Object.values(labels).join();
    counts.set(label, (counts.get(label) ?? 0) + step);
  };
  return { inc: add(1), dec: add(-1), of: (label: string) => counts.get(label) ?? 0 };
};

const admitByPassword = async ({ serialNumber, username, password }: Claim): Promise<Admission | null> => {
  if (username === "provision")
    return password === "provisioning" ? { login: "provision", credential: "key", connectionNumber: 0 } : null;
  if (username !== serialNumber || password !== "secret") return null;
  return { login: "unit", credential: password, connectionNumber: 1 };
};

const plenty = { burst: 1_000_000, perSecond: 1_000_000 };
export const generous: BrokerLimits = {
  connectMs: 5_000,
  authenticateMs: 3_000,
  pubackMs: 2_000,
  connectionsPerAddress: 5_000,
  waitingBytes: 134_217_728,
  visitors: {
    unit: { burst: 5_000, perSecond: 500 },
    stranger: plenty,
    unitsPerAddress: plenty,
    strangersPerAddress: plenty,
    strangers: plenty,
    handshakesPerAddress: plenty,
    pendingPerAddress: 1_000,
    pending: 1_000,
  },
};

/** A broker on a free port, with a desk that records its calls. */
export const startBroker = async (
  options: { desk?: Partial<MachineDesk>; limits?: Partial<BrokerLimits>; listen?: Partial<Listen> } = {},
) => {
  const said: Said[] = [];
  const events: string[] = [];
  const logged: { fields: object; text: string }[] = [];
  const counters = {
    connectedUnits: createCounter(),
    machineMessages: createCounter(),
    droppedMessages: createCounter(),
    refusedConnections: createCounter(),
  };
  const problems: ({ serialNumber: string } & ProblemMessage)[] = [];
  const endings: string[] = [];
  const noted: string[] = [];
  const note = (event: string) => (connection: UnitConnection) => {
    events.push(`${event} ${connection.serialNumber}`);
  };
  const log = (fields: object, text: string) => {
    logged.push({ fields, text });
  };
  const broker = await createBroker({
    desk: {
      admit: admitByPassword,
      connected: note("connected"),
      subscribed: note("subscribed"),
      unsubscribed: note("unsubscribed"),
      closed: (connection, why) => {
        note("closed")(connection);
        endings.push(`${connection.serialNumber} ${why}`);
      },
      received: async ({ serialNumber }, { topic, payload }) => {
        said.push({ serialNumber, topic, payload });
      },
      dropped: ({ serialNumber }, problem) => {
        problems.push({ serialNumber, ...problem });
      },
      ...options.desk,
    },
    log: { debug: log, info: log, warn: log },
    strangers: { note: (address, reason) => noted.push(`${reason} ${address}`), isFirst: () => true },
    limits: { ...generous, ...options.limits },
    counters,
    listen: { host: "127.0.0.1", port: 0, ...options.listen },
  });
  const units: RawUnit[] = [];
  const open = async () => {
    const unit = await openRawUnit(broker.ports.mqtt);
    units.push(unit);
    return unit;
  };
  const signIn = async (login: Connect) => {
    const unit = await open();
    unit.connect(login);
    const answer = await unit.answer();
    if (answer !== 0) throw new Error(`refused with ${answer}`);
    return unit;
  };

  return {
    broker,
    said,
    events,
    /** Who was closed, and why. */
    endings,
    logged,
    /** What the desk was told of dropped messages. */
    problems,
    /** What strangers caused, with their address. */
    noted,
    counters,
    open,
    /** A unit that has signed in with its own secret. */
    unit: (id: string) => signIn({ id }),
    /** One on the login that all unregistered units share. */
    provisioned: (id: string) => signIn({ id, username: "provision", password: "provisioning" }),
    stop: async () => {
      for (const unit of units) unit.leave();
      await broker.stop();
    },
  };
};
export type BrokerUnderTest = Awaited<ReturnType<typeof startBroker>>;

export const setUpBroker = (options: Parameters<typeof startBroker>[0] = {}): BrokerUnderTest =>
  setUp(() => startBroker(options));
