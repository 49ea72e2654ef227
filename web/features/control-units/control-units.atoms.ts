import {
  cancelSession,
  listTestMachines,
  readLockReport,
  readPingReport,
  resendSession,
  storeTestingFeedback,
} from "#shared/control-units/control-unit.api.ts";
import type { Session, TestingFeedback, TestMachine } from "#shared/control-units/control-unit.schema.ts";
import { commandLimits } from "#shared/control-units/row.rules.ts";
import { Id } from "#shared/http/fields.ts";
import { call } from "../../http/call.ts";
import { callOnce } from "../../http/call-once.ts";
import { loadAgain } from "../../live/follow.ts";
import { liveAtom } from "../../live/live.atom.ts";
import { loadBy } from "../../live/load-by.ts";
import { withoutRecord } from "../../live/records.ts";
import { shortListOf } from "../../live/short-list.ts";
import { containersAtomOf } from "../../records/containers.atoms.ts";
import { atom } from "../../state/jotai.ts";
import { oneForKey } from "../../state/one-for-key.ts";
import { saveLocks, savePings } from "./save-reports.ts";

/**
 * Machines that can be tested, none of a large network. A machine's events contain no brands and units, so their events
 * load again.
 */
export const { listAtom: testMachinesAtom, manyAtom: manyTestMachinesAtom } = shortListOf<
  typeof listTestMachines,
  TestMachine
>({
  rooms: ["registered-units", "machine-names", "profiles"],
  endpoint: listTestMachines,
  pick: ({ vendingMachines }) => vendingMachines,
  handlers: {
    "unit.changed": (machines, { vendingMachine }) =>
      machines.some(({ _id }) => _id === vendingMachine) ? machines : loadAgain,
    "unit.removed": () => loadAgain,
    "machine.changed": (machines, { _id }) => (machines.some((known) => known._id === _id) ? loadAgain : machines),
    "machine.removed": withoutRecord,
    "profile.changed": () => loadAgain,
  },
});

/** The machine of that vendingMachineId, none where it cannot be tested; loaded anew now and then. */
export const testMachineAtomOf = oneForKey((vendingMachine: string) =>
  liveAtom<TestMachine[]>({
    rooms: [],
    load: loadBy(listTestMachines, { query: { vendingMachine } }, (reply) => reply.vendingMachines),
    againEveryMs: 10_000,
    handlers: {},
  }),
);

/** What a machine's containers are called by now, which of them work, and the product that each is for. */
export interface Labels {
  all: string[];
  working: string[];
  /** By label; null for a container without one. */
  products: ReadonlyMap<string, string | null>;
}
/** The labels of one machine, true to the moment: what is opened by number must be the container that is meant. */
export const labelsAtomOf = (machine: TestMachine | null) => {
  if (!machine) return atom<Labels>({ all: [], working: [], products: new Map() });
  const containersAtom = containersAtomOf(machine._id, null);
  return atom((get): Labels => {
    const known = get(containersAtom).data;
    if (!known) return { all: machine.containers, working: machine.working, products: new Map() };
    return {
      all: known.map(({ containerId }) => containerId),
      working: known.filter(({ isWorking }) => isWorking).map(({ containerId }) => containerId),
      products: new Map(known.map(({ containerId, product }) => [containerId, product])),
    };
  });
};

/** The machine's containers that are out of order, by their database ids; none while they are not known. */
export const brokenAtomOf = (machineId: string) => {
  const containersAtom = containersAtomOf(machineId, null);
  return atom(
    (get): ReadonlySet<string> =>
      new Set(get(containersAtom).data?.flatMap(({ _id, isWorking }) => (isWorking ? [] : [_id]))),
  );
};

/** As long as a command could act, the same action again is the one that got no answer. */
const keptMs = commandLimits.expiresMs;

/** True when it was kept. */
export const sendFeedbackAtom = atom(null, async (_get, _set, body: TestingFeedback): Promise<boolean> => {
  const outcome = await callOnce(storeTestingFeedback, { body }, { keptMs });
  return outcome.is === "done";
});

/** The session as it is by then; null when it could not be cancelled. The alert has been shown. */
export const cancelSessionAtom = atom(null, async (_get, _set, sessionId: string): Promise<Session | null> => {
  const outcome = await callOnce(cancelSession, { params: { id: sessionId }, body: {} }, { keptMs });
  return outcome.is === "done" ? outcome.reply.session : null;
});

/** Gives failed rows to the machine again; answers the session that was stored for it. */
export const resendAtom = atom(null, async (_get, _set, { sessionId, containers }: Resend): Promise<string | null> => {
  const body = containers.length > 0 ? { containers } : {};
  const outcome = await callOnce(resendSession, { params: { id: sessionId }, body }, { keptMs });
  if (outcome.is === "failed") return null;
  if (outcome.is === "done") return outcome.reply.sessionId;
  return Id.safeParse(outcome.data.sessionId).data ?? null;
});
interface Resend {
  sessionId: string;
  /** Labels or ids; none for a ping or a restart. */
  containers: string[];
}

export type ReportKind = "ping" | "lock";
interface ReportInput {
  vendingMachineId: string;
  /** yyyy/mm/dd */
  startDate: string;
}

const pendingAtom = atom<Record<ReportKind, boolean>>({ ping: false, lock: false });
/** Which reports are on their way: a download outlives the panel that requested it. */
export const pendingReportsAtom = atom((get) => get(pendingAtom));

/** Loads a report and saves it as a sheet; answers how many rows it has, null when it could not be read. */
export const downloadReportAtom = atom(
  null,
  async (get, set, { kind, requested }: { kind: ReportKind; requested: ReportInput }): Promise<number | null> => {
    if (get(pendingAtom)[kind]) return null;
    set(pendingAtom, { ...get(pendingAtom), [kind]: true });
    try {
      if (kind === "ping") {
        const outcome = await call(readPingReport, { body: requested });
        if (outcome.is !== "done") return null;
        const { pigData } = outcome.reply;
        if (pigData.length > 0) await savePings(pigData);
        return pigData.length;
      }
      const outcome = await call(readLockReport, { body: requested });
      if (outcome.is !== "done") return null;
      const { lockData } = outcome.reply;
      if (lockData.length > 0) await saveLocks(lockData);
      return lockData.length;
    } finally {
      set(pendingAtom, { ...get(pendingAtom), [kind]: false });
    }
  },
);
