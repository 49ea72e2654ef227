import { expect, test } from "vitest";
import { planned, profiled } from "#shared/runtime/testing/profiled.ts";
import { aSession, commandOfSession, rowsOfSession } from "#shared/runtime/testing/stored-sessions.ts";
import { eventually } from "#shared/testing/eventually.ts";
import { setUpApp } from "./testing/worker-app.ts";

const app = setUpApp({ sweepEveryMs: 100 });

test("what a worker reads for one command and in its sweeps does not grow with what has ended", async () => {
  const machine = await app.plant();
  const stored = { _id: machine.machine, vendingMachineId: machine.vendingMachineId };
  const ended = Array.from({ length: 3_000 }, (_, i) => {
    const createdAt = new Date(Date.now() - 60_000 - i * 1_000);
    return aSession(stored, { createdAt, startedAt: createdAt, finishedAt: createdAt, status: "completed" });
  });
  await app.sessions.insertMany(ended);
  await app.sessionRows.insertMany(
    ended.flatMap((session) =>
      rowsOfSession(session, {
        deadlineAt: null,
        end: "done",
        sentAt: session.createdAt,
        serialNumber: "CU",
        factCount: 3,
      }),
    ),
  );
  await app.commands.insertMany(
    ended.map((session) => ({ ...commandOfSession(session, machine.serialNumber), state: "sent" as const })),
  );
  const ofCommands = { ...planned, ns: /\.(sessions|sessionRows|commands)$/ };

  const profile = await profiled(
    app.db,
    async (soFar) => {
      const session = await app.give(machine, "open", [1]);
      await app.until(session, { status: "running" });
      await eventually(async () => expect((await app.rows(session))[0]?.sentAt).not.toBeNull());
      for (const fact of ["acknowledged", "opened", "closed"] as const) await app.gateway.fact(session, 1, fact);
      await app.until(session, { status: "completed" });
      // Two sweeps at the least: each reads the sessions whose turn has lasted too long.
      await eventually(async () =>
        expect(await soFar({ ...ofCommands, "command.hint": "oneTurn" })).toBeGreaterThan(2),
      );
    },
    ofCommands,
  );

  expect(profile.length).toBeGreaterThan(20);
  const much = profile.filter(
    ({ planSummary = "", keysExamined = 0, docsExamined = 0 }) =>
      planSummary.includes("COLLSCAN") || keysExamined > 10 || docsExamined > 10,
  );
  expect(much.map(({ ns, planSummary, command }) => ({ ns, planSummary, command }))).toEqual([]);
});
