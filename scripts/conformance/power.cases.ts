import { each, group } from "./cases.ts";
import { handOver } from "./registration.cases.ts";
import {
  channelsOf,
  factsOf,
  fullLocks,
  hasFact,
  locksSince,
  namesOf,
  ordered,
  ownConnects,
  ownLine,
  resultsOf,
  speaking,
  topicOf,
} from "./seen.ts";
import type { Stage } from "./stage.ts";

const bootOf = (stage: Stage) => ordered(stage).at(-1)?.payload?.boot;

/** A restart, a power-up before the first time, and a time that is ahead of what the unit counts. */
const playPower = async (stage: Stage) => {
  const [first = 1] = channelsOf(stage);
  const opened = stage.command("open", [first]);
  await stage.give(opened);
  await stage.until(() => hasFact(stage, opened.commandId, first, "closed"), stage.within(130));
  const before = {
    boot: bootOf(stage),
    line: ownLine(stage),
    uptime: Number(topicOf(stage, "live").at(-1)?.payload?.uptime),
  };
  stage.rules.tellsTime = false;
  const restart = await stage.give(stage.command("restart", []));
  const isBack = await speaking(stage, before.line, stage.within(60) + 20_000);
  const line = ownLine(stage);
  const began = performance.now();
  const untimed = await stage.give(stage.command("open", [first]));
  await stage.until(() => resultsOf(stage, untimed).length > 0, stage.within(10));
  const given = await stage.give(stage.command("ping", []));
  await stage.until(() => hasFact(stage, given, null, "acknowledged"), stage.within(10));
  const movedUntimed = locksSince(stage, began).some(({ isLocked }) => !isLocked);

  stage.rules.tellsTime = true;
  stage.cut();
  await speaking(stage, line, stage.within(90));
  const repeated = performance.now();
  await stage.give(stage.command("open", [first], { commandId: opened.commandId }));
  const fresh = stage.command("open", [first]);
  // The clock of the database was set: what was in time a moment ago is late now.
  stage.moveClock(600_000);
  await stage.sendTime();
  await stage.give(fresh);
  await stage.quiet();
  const movedLate = locksSince(stage, repeated).some(({ isLocked }) => !isLocked);

  // As a dead radio: the command lies in a buffer until it is late.
  stage.hold();
  const held = await stage.give(
    stage.command("open", [first], { expiresAt: new Date(stage.now() + 800).toISOString() }),
  );
  await stage.wait(1_500);
  stage.release();
  await stage.quiet();
  const timed = stage.command("open", [first]);
  await stage.give(timed);
  await stage.until(() => hasFact(stage, timed.commandId, first, "closed"), stage.within(130));
  return {
    first,
    before,
    restart,
    isBack,
    line,
    untimed,
    given,
    movedUntimed,
    movedLate,
    fresh: fresh.commandId,
    held,
    timed: timed.commandId,
  };
};
type Power = Awaited<ReturnType<typeof playPower>>;

export const powerCases = group<Power>("Power and time", playPower, [
  {
    title: "acknowledges a restart, with no channel",
    says: "| `restart` | no |",
    check: ({ restart }, stage) => hasFact(stage, restart, null, "acknowledged") || "it did not",
  },
  {
    title: "delivers that before it restarts",
    says: "`acknowledged` above all, before restarting",
    check: ({ restart, before }, stage) =>
      each(resultsOf(stage, restart).slice(0, 1), ({ line }) => line !== before.line && "over a later connection"),
  },
  {
    title: "connects anew in time",
    says: "| from `restart` to connecting anew | 60 s |",
    check: ({ isBack }) => isBack,
  },
  {
    title: "draws another boot word",
    says: "**Never use a `boot` twice**",
    check: ({ before, line }, stage) =>
      each(
        fullLocks(stage)
          .filter((said) => said.line === line)
          .slice(-1),
        ({ payload }) => payload?.boot === before.boot && "it is the same as before",
      ),
  },
  {
    title: "counts its uptime from the power-up",
    says: "`uptime`, in seconds, and `at` are required.",
    check: ({ before, line }, stage) => {
      const after = topicOf(stage, "live").find((said) => said.line >= line)?.payload?.uptime;
      return typeof after === "number" && after < before.uptime + 1 ? true : `${after} after ${before.uptime}`;
    },
  },
  {
    title: "refuses to open a door before the first time of its power-up",
    says: "Before the first `time` of this power-up",
    check: ({ untimed, first }, stage) => {
      const [said] = factsOf(stage, untimed, first);
      return (
        (said?.payload?.fact === "failed" && said.payload.code === "NO_TIME") ||
        namesOf(factsOf(stage, untimed, first)) ||
        "nothing"
      );
    },
  },
  {
    title: "opens no door then",
    says: "Before the first `time` of this power-up",
    check: ({ movedUntimed }) => !movedUntimed || "a door was opened",
  },
  {
    title: "answers then what only asks",
    says: "refuse every command that moves a door with fact `failed`",
    check: ({ given }, stage) => hasFact(stage, given, null, "acknowledged") || "it did not",
  },
  {
    title: "obeys a command once, over a restart, too",
    says: "remember those of the last minutes over a restart",
    check: ({ movedLate }) => !movedLate || "a door was opened by an id that was obeyed before the restart",
  },
  {
    title: "takes a time that is ahead of its own",
    says: "It may come at any moment: when the database's clock was set",
    check: ({ fresh, first }, stage) =>
      !hasFact(stage, fresh, first, "acknowledged") || "it obeyed a command that is late by that time",
  },
  {
    title: "ignores a command that lay in a buffer until it was late",
    says: "bytes may wait in a TCP buffer long after they were written",
    check: ({ held }, stage) => resultsOf(stage, held).length === 0 || `it said ${namesOf(resultsOf(stage, held))}`,
  },
  {
    title: "obeys a command that is in time by Cansole's clock, whatever a battery clock says",
    says: "judge `expiresAt` by that alone: a battery clock may be years off",
    check: ({ timed, first }, stage) => hasFact(stage, timed, first, "opened") || "it did not",
  },
  {
    title: "asks for the time again once an hour",
    says: "To correct drift, subscribe again once an hour",
    check: () => ({ skipped: "it takes an hour to see" }),
  },
]);

/** An operator presses New Secret: the old one is refused, and the unit fetches another over the provisioning login. */
const playRotation = async (stage: Stage) => {
  const requests = topicOf(stage, "register");
  if (requests.length === 0) return { skipped: "the unit's secret was typed in (--secret)" };
  const old = {
    secret: stage.credentials.secret,
    boot: bootOf(stage),
    line: ownLine(stage),
    key: String(requests[0]?.payload?.key),
  };
  const [first = 1] = channelsOf(stage);
  const stale = stage.command("ping", [], { expiresAt: new Date(stage.now() + 1_800_000).toISOString() });
  stage.credentials.secret = "a new one that the unit does not know yet";
  stage.cut();
  const requested = await stage.until(() => topicOf(stage, "register").length > requests.length, stage.within(180));
  const request = topicOf(stage, "register").at(-1);
  await stage.quiet();
  const keptOld = !ownConnects(stage).some(
    ({ line, packet }) => line > old.line && String(packet.password) !== old.secret,
  );
  await handOver(stage, old.key);
  const isBack = await speaking(stage, old.line, stage.waitMs);
  const byOldKey = stage.credentials.commandKey ? await stage.give(stale) : null;
  if (byOldKey) await stage.until(() => resultsOf(stage, byOldKey).length > 0, stage.within(10));
  const byNewKey = await stage.give(stage.command("lock-status", [first]));
  await stage.until(() => hasFact(stage, byNewKey, first, "status"), stage.within(10));
  return { old, first, requested, request, keptOld, isBack, byOldKey, byNewKey };
};
type Rotation = Exclude<Awaited<ReturnType<typeof playRotation>>, { skipped: string }>;

export const rotationCases = group<Rotation>("A new secret", playRotation, [
  {
    title: "asks again once its own secret is refused",
    says: "publishes `register` if the provisioning login is admitted",
    check: ({ requested }) => requested,
  },
  {
    title: "names the same key",
    says: "**The first key of a serial number stays.**",
    check: ({ request, old }) => request?.payload?.key === old.key || "it named another",
  },
  {
    title: "keeps the old secret until a new one is there",
    says: "replaces the secret only after it has opened new credentials",
    check: ({ keptOld }) => keptOld || "it signed in with another",
  },
  {
    title: "signs in with the new one",
    says: "replaces the secret only after it has opened new credentials",
    check: ({ isBack }) => isBack,
  },
  {
    title: "obeys commands that are signed with the new key",
    says: "Keep the key as the secret is kept; New Secret replaces both.",
    check: ({ byNewKey, first }, stage) => hasFact(stage, byNewKey, first, "status") || "it did not",
  },
  {
    title: "refuses those that are signed with the old one",
    says: "Keep the key as the secret is kept; New Secret replaces both.",
    check: ({ byOldKey }, stage) =>
      byOldKey === null
        ? { skipped: "the unit was given no key for its commands" }
        : resultsOf(stage, byOldKey)[0]?.payload?.code === "WRONG_MAC" || "it did not",
  },
  {
    title: "draws no new boot word for a new connection",
    says: "is a random word drawn at power-up",
    check: ({ old }, stage) => bootOf(stage) === old.boot || { skipped: "it powers up anew with a new secret" },
  },
]);
