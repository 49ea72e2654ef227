import type { FactName } from "#shared/control-units/control-unit.schema.ts";
import { commandLimits } from "#shared/control-units/row.rules.ts";
import type { Agenda } from "./agenda.ts";
import type { Session } from "./stores.ts";

interface Fact {
  session: Session;
  name: FactName;
  code: string | null;
}

const second = 1_000;
const minute = 60 * second;

/** The control unit with its doors: it keeps what it has to tell until that is stored, and acts on a command once. */
export const createUnit = (agenda: Agenda, store: (fact: Fact) => boolean, connected: () => void) => {
  const { random } = agenda;
  let isConnected = true;
  let outbox: Fact[] = [];
  let acted = new Set<string>();
  /** Since the last power cut. */
  let life = 0;
  let isDelivering = false;

  const deliver = (): void => {
    if (isDelivering || outbox.length === 0 || !isConnected) return;
    isDelivering = true;
    agenda.after(random.exponential(80), () => {
      isDelivering = false;
      const [first] = outbox;
      if (!first || !isConnected) return;
      // A PUBACK that is lost has the same fact sent again.
      if (store(first) && random.chance(0.97)) outbox.shift();
      deliver();
    });
  };
  const say = (session: Session, name: FactName, code: string | null = null): void => {
    outbox.push({ session, name, code });
    deliver();
  };

  const open = (session: Session): void => {
    const { can, id, hasTurn, startedAt } = session;
    const mayHaveTurn = agenda.now() < (startedAt ?? 0) + commandLimits.turnMs;
    session.isStray ||= can.live !== id || (mayHaveTurn && !hasTurn);
    session.openings += 1;
    session.container.hasCan = false;
    // The pulse pulls down what supplies the modem.
    if (random.chance(0.02)) lose(random.exponential(30 * minute));
    say(session, "opened");
    const born = life;
    agenda.after(random.chance(0.03) ? random.exponential(20 * minute) : random.between(3, 60) * second, () => {
      if (born === life) say(session, "closed");
    });
  };

  const act = (session: Session): void => {
    // Its clock is never behind.
    const isPast = () => agenda.now() + random.between(0, 300) >= session.expiresAt;
    if (acted.has(session.id) || isPast()) return;
    acted.add(session.id);
    const lot = random.next();
    if (lot < 0.01) return;
    if (lot < 0.02) return void say(session, "failed", "NO_TIME");
    const born = life;
    agenda.after(random.between(50, 1_500), () => {
      if (born !== life) return;
      say(session, "acknowledged");
      if (lot < 0.05) return;
      agenda.after(random.between(200, 6_000), () => {
        if (born !== life || isPast()) return;
        if (lot < 0.07) say(session, "failed", lot < 0.06 ? "DOOR_JAMMED" : "E17");
        else open(session);
      });
    });
  };

  const lose = (ms: number): void => {
    isConnected = false;
    agenda.after(ms, () => {
      isConnected = true;
      connected();
      deliver();
    });
  };
  const trouble = (): void => {
    agenda.after(random.exponential(90 * minute), () => {
      if (isConnected) {
        // A power cut: what was not told is forgotten.
        if (random.chance(0.1)) {
          life += 1;
          for (const { session } of outbox) session.isForgotten = true;
          outbox = [];
          acted = new Set();
        }
        lose(random.chance(0.2) ? random.exponential(90 * minute) : random.exponential(20 * second));
      }
      trouble();
    });
  };
  trouble();

  return {
    isConnected: () => isConnected,
    /** May be lost with its connection. */
    send: (session: Session): void => {
      agenda.after(random.exponential(60), () => {
        if (isConnected) act(session);
      });
    },
    /** Nothing is left to be told. */
    isSilent: () => outbox.length === 0,
  };
};
