import fc from "fast-check";
import { expect, test } from "vitest";
import type { FactName } from "#shared/control-units/control-unit.schema.ts";
import { type Ended, expired } from "#shared/control-units/row.rules.ts";
import { setUp } from "#shared/testing/set-up.ts";
import { startTakeFixture } from "../../../gateway/features/transactions/testing/take.fixture.ts";
import { startGatewayUnderTest } from "../../../gateway/testing/gateway-under-test.ts";
import { type InMemory, openInMemory } from "./testing/in-memory.ts";
import { type InMongoDb, openInMongoDb } from "./testing/in-mongodb.ts";

/** `RUNS=200 SEED=7 npx vitest run scripts/bench/days/stores.test.ts` looks further. */
const numRuns = Number(process.env.RUNS ?? 2);
const seed = Number(process.env.SEED ?? 20_261_127);

const fixture = setUp(async () => startTakeFixture(await startGatewayUnderTest({ standingClock: true })));

const ends: Ended[] = [
  { end: "timeout", reason: "Not acknowledged", code: null },
  { end: "failed", reason: "E17", code: "E17" },
  { end: "done", reason: null, code: null },
];
/** Chooses one of the records that exist by then. */
const which = fc.nat(20);
const action = fc.oneof(
  { arbitrary: fc.record({ kind: fc.constant("take" as const), who: fc.nat(1) }), weight: 5 },
  { arbitrary: fc.record({ kind: fc.constantFrom("refund", "reopen", "giveBack"), which }), weight: 7 },
  { arbitrary: fc.record({ kind: fc.constantFrom("send", "apply"), which }), weight: 8 },
  {
    arbitrary: fc.record({
      kind: fc.constant("report" as const),
      which,
      name: fc.constantFrom<FactName>("acknowledged", "opened", "closed", "failed"),
      code: fc.constantFrom("DOOR_JAMMED", "NO_TIME", "E17"),
    }),
    weight: 5,
  },
  { arbitrary: fc.record({ kind: fc.constant("end" as const), which, as: fc.constantFrom(...ends) }), weight: 3 },
  { arbitrary: fc.record({ kind: fc.constantFrom("service", "link") }), weight: 1 },
);
type Action = typeof action extends fc.Arbitrary<infer A> ? A : never;

/** Customers, operators and drivers. */
const byPeople = async (one: Action, { machine, people, agenda, link }: InMemory, real: InMongoDb): Promise<void> => {
  const nth = "which" in one ? one.which % Math.max(1, machine.cans.length) : 0;
  const [can, customer] = [machine.cans[nth], "who" in one ? machine.customers[one.who] : undefined];
  if (one.kind === "take" && customer) {
    people.take(customer);
    await real.take(one.who);
  }
  if ((one.kind === "refund" || one.kind === "reopen" || one.kind === "giveBack") && can) {
    people[one.kind](can);
    await real[one.kind](nth);
  }
  if (one.kind === "link") {
    link.isUp = !link.isUp;
    await real.link(link.isUp);
  }
  if (one.kind === "service") {
    agenda.run(agenda.now() + 1);
    people.service();
    await real.service(machine.containers);
  }
};

/** The unit, and what workers write of it. */
const byUnit = async (one: Action, { machine, agenda, finish, apply }: InMemory, real: InMongoDb): Promise<void> => {
  const nth = "which" in one ? one.which % Math.max(1, machine.sessions.length) : 0;
  const [session, now] = [machine.sessions[nth], agenda.now()];
  if (!session) return;
  const wasSent = session.sentAt !== null;
  if (one.kind === "send" && session.command === "none" && session.end === null) {
    Object.assign(session, { command: "sent", sentAt: now });
    await real.send(nth, now);
  }
  if (one.kind === "report" && wasSent && !session.facts[one.name]) {
    const code = one.name === "failed" ? one.code : null;
    session.facts[one.name] = { receivedAt: now, code, message: null };
    session.toApply = true;
    await real.report(nth, one.name, code, now);
  }
  if (one.kind === "end" && session.end === null) {
    const end = wasSent ? one.as : expired;
    finish(session, end);
    await real.end(nth, end, now);
  }
  if (one.kind === "apply") {
    apply(session);
    await real.apply(nth);
  }
};

const play = async (actions: Action[]): Promise<void> => {
  const [simulated, real] = [openInMemory(seed), await openInMongoDb(fixture)];
  const done: Action[] = [];
  for (const one of actions) {
    done.push(one);
    await byPeople(one, simulated, real);
    await byUnit(one, simulated, real);
    expect({ done, ...(await real.read()) }).toEqual({ done, ...simulated.read() });
  }
};

test(
  "whatever is taken, sent, reported, refunded and opened again, the simulated stores hold what MongoDB does",
  async () => {
    await fc.assert(fc.asyncProperty(fc.array(action, { minLength: 20, maxLength: 60, size: "max" }), play), {
      numRuns,
      seed,
      interruptAfterTimeLimit: 60_000 + numRuns * 10_000,
      markInterruptAsFailure: true,
    });
  },
  90_000 + numRuns * 10_000,
);
