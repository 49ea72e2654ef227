import { commandLimits, expired, freesTurn, judgeRow } from "#shared/control-units/row.rules.ts";
import { changeOfRow, containerAfter } from "#shared/transactions/apply-row.rules.ts";
import type { Agenda } from "./agenda.ts";
import { type Can, emptied, type Machine, reportOf, type Session } from "./stores.ts";

const second = 1_000;
const limits = commandLimits;

/** Workers and the gateway's sender: they wake, look, write and are killed between two writes. */
export const createWorkers = (
  agenda: Agenda,
  machine: Machine,
  unit: () => { isConnected(): boolean; send(session: Session): void },
) => {
  const { random } = agenda;
  /** A wake-up arrives, or it is lost and the sweep finds the work. */
  const wake = (work: () => void): void =>
    agenda.after(
      random.chance(0.9) ? random.exponential(20) : random.between(0, random.chance(0.1) ? 60 : 5) * second,
      work,
    );
  /** False: the worker is killed here. */
  const survives = () => !random.chance(0.02);

  const apply = (session: Session): void => {
    const { can } = session;
    const before = { ...can };
    const report = reportOf(session);
    const { live, emptyDue, openedIn, containerOpenTime, ...plain } = changeOfRow(before, report);
    // Others may write between the reading and this write, which is guarded by what was read.
    agenda.after(random.exponential(5), () => {
      const guarded = ["status", "session", "live", "openedIn", "closedIn", "failedIn", "review"] as const;
      if (guarded.some((name) => can[name] !== before[name])) return apply(session);
      const { vendingMachineMessage, ...change } = plain;
      Object.assign(can, change, vendingMachineMessage === undefined ? {} : { message: vendingMachineMessage });
      if (openedIn) Object.assign(can, { openedIn, openedAt: containerOpenTime });
      if (emptyDue) can.containerDue = session.container;
      const isMovedAnew = before.session !== session.id && before.container === session.container;
      const becomes = containerAfter(can.status, report);
      const endsClaim = !isMovedAnew && (becomes === "disabled" || becomes === "for sale");
      if (live === null && !endsClaim) can.live = null;
      if (!survives()) return wake(() => apply(session));
      writeContainer(can, session, becomes, isMovedAnew);
      if (!survives()) return wake(() => apply(session));
      if (report.end && can.live === session.id) can.live = null;
      if (report.opened === reportOf(session).opened && report.end === session.end) session.toApply = false;
      if (session.toApply) wake(() => apply(session));
    });
  };
  const writeContainer = (
    can: Can,
    { container, facts }: Session,
    becomes: ReturnType<typeof containerAfter>,
    isMovedAnew: boolean,
  ): void => {
    if (facts.opened) {
      emptied(container, can);
      can.containerDue = null;
    }
    if (facts.opened || isMovedAnew || container.reservation !== can.id) return;
    if (becomes === "disabled") Object.assign(container, { isWorking: false, reservation: null, toCheck: false });
    if (becomes === "for sale" && !container.toCheck) container.reservation = null;
    if (becomes === "to be checked") container.toCheck = true;
  };

  const finish = (session: Session, end: Session["end"]): void => {
    session.end = end;
    session.toApply = true;
    wake(() => apply(session));
  };
  const endTurn = (session: Session): void => {
    const isOverlong = session.startedAt !== null && agenda.now() - session.startedAt >= limits.turnMs;
    if (!session.hasTurn || !(freesTurn({ facts: session.facts, end: session.end?.end ?? null }) || isOverlong)) return;
    session.hasTurn = false;
    wake(advance);
  };
  const judge = (session: Session): void => {
    if (session.end === null && session.startedAt !== null) {
      const verdict = judgeRow({ type: "open", ...session }, agenda.now(), limits);
      if (!("end" in verdict)) agenda.at(verdict.until, () => judge(session));
      else {
        if (session.command === "ready") session.command = "closed";
        finish(session, verdict);
      }
    }
    endTurn(session);
    if (session.hasTurn && session.startedAt !== null)
      agenda.at(session.startedAt + limits.turnMs, () => endTurn(session));
  };

  const trySend = (session: Session): void => {
    if (session.command !== "ready" || !unit().isConnected()) return;
    if (agenda.now() >= session.expiresAt || !session.hasTurn) return;
    session.command = "sent";
    session.sentAt = agenda.now();
    unit().send(session);
    judge(session);
  };
  const advance = (): void => {
    if (machine.open.some(({ hasTurn }) => hasTurn)) return;
    const queued = machine.open.filter(({ startedAt, end }) => startedAt === null && end === null);
    for (const session of queued.filter(({ expiresAt }) => agenda.now() >= expiresAt)) finish(session, expired);
    const next = queued.find(({ end }) => end === null);
    if (!next) return;
    Object.assign(next, { startedAt: agenda.now(), hasTurn: true, command: "ready" });
    agenda.after(random.exponential(10), () => trySend(next));
    judge(next);
  };

  return {
    advance: () => wake(advance),
    finish,
    apply,
    /** A fact is stored with its row; false where the store does not answer. */
    store: ({
      session,
      name,
      code,
    }: {
      session: Session;
      name: keyof Session["facts"];
      code: string | null;
    }): boolean => {
      if (random.chance(0.01)) return false;
      session.facts[name] ??= { receivedAt: agenda.now(), code, message: null };
      session.toApply = true;
      wake(() => {
        judge(session);
        apply(session);
      });
      return true;
    },
    /** The unit is back: what waits for it is sent. */
    connected: (): void => machine.open.forEach(trySend),
  };
};
export type Workers = ReturnType<typeof createWorkers>;
