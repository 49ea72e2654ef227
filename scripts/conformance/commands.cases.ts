import type { CommandMessage, CommandType } from "#shared/events/machine-topics.ts";
import { type Case, each, group, none } from "./cases.ts";
import { channelsOf, factsOf, hasFact, locksSince, namesOf, packetsOf, resultsOf } from "./seen.ts";
import type { Stage } from "./stage.ts";

const asking = ["lock-status", "check-open", "check-lock-status", "lock-close-verify"] as const;
const answered = (stage: Stage, id: string, channels: number[], ms = stage.within(10)) =>
  stage.until(() => channels.every((channel) => hasFact(stage, id, channel, "status")), ms);

const playAsking = async (stage: Stage) => {
  const channels = channelsOf(stage).slice(0, 3);
  const began = performance.now();
  const ping = await stage.give(stage.command("ping", []));
  await stage.until(() => hasFact(stage, ping, null, "acknowledged"), stage.within(10));
  const pinged = performance.now() - began;
  const ids = new Map<CommandType, string>();
  for (const type of asking) {
    const id = await stage.give(stage.command(type, channels));
    ids.set(type, id);
    await answered(stage, id, channels);
  }
  await stage.quiet();
  return { channels, ping, pinged, ids };
};
type Requested = Awaited<ReturnType<typeof playAsking>>;

export const askingCases = group<Requested>("Commands that only ask", playAsking, [
  {
    title: "answers a ping",
    says: "| `ping` | no | `acknowledged`",
    check: ({ ping }, stage) => hasFact(stage, ping, null, "acknowledged"),
  },
  {
    title: "answers a ping with no channel",
    says: "| `ping` | no | `acknowledged`",
    check: ({ ping }, stage) =>
      each(resultsOf(stage, ping), ({ payload }) => payload?.channel !== null && `channel is ${payload?.channel}`),
  },
  {
    title: "answers a ping once",
    says: "Each fact is kept once",
    check: ({ ping }, stage) => resultsOf(stage, ping).length === 1 || `${resultsOf(stage, ping).length} times`,
  },
  {
    title: "answers in time",
    says: "| from a command to its answer or `acknowledged` | 10 s |",
    check: ({ pinged }) => pinged < 10_000 || `after ${(pinged / 1_000).toFixed(1)} s`,
  },
  ...asking.map(
    (type): Case<Requested> => ({
      title: `answers ${type} with a status of each lock`,
      says: "| `lock-status`, `check-open`, `check-lock-status`, `lock-close-verify` |",
      check: ({ ids, channels }, stage) =>
        each(channels, (channel) => {
          const said = namesOf(factsOf(stage, ids.get(type) ?? "", channel));
          return said !== "status" && `lock ${channel}: ${said || "nothing"}`;
        }),
    }),
  ),
  {
    title: "says in a status whether the lock is locked",
    says: "one `status` with `isLocked`",
    check: ({ ids }, stage) =>
      each(
        [...ids.values()].flatMap((id) => resultsOf(stage, id)),
        ({ payload }) => typeof payload?.isLocked !== "boolean" && "it is missing",
      ),
  },
  {
    title: "says in a status what its locks message said",
    says: "A `status` is kept as the lock's state as well",
    check: ({ ids, channels }, stage) => {
      const known = new Map(locksSince(stage, 0).map(({ channel, isLocked }) => [channel, isLocked]));
      const last = ids.get("lock-close-verify") ?? "";
      return each(channels, (channel) => {
        const [said] = factsOf(stage, last, channel);
        return said?.payload?.isLocked !== known.get(channel) && `lock ${channel} differs`;
      });
    },
  },
  {
    title: "answers for the locks alone that the command names",
    says: "A command names all its locks",
    check: ({ ids, channels }, stage) =>
      each(
        [...ids.values()].flatMap((id) => resultsOf(stage, id)),
        ({ payload }) => !channels.includes(Number(payload?.channel)) && `it spoke of lock ${payload?.channel}`,
      ),
  },
  {
    title: "says results with quality of service 1",
    says: "| `vm/v1/{serial}/up/result` |",
    check: ({ ids }, stage) =>
      each(
        [...ids.values()].flatMap((id) => resultsOf(stage, id)),
        ({ qos }) => qos !== 1 && `with ${qos}`,
      ),
  },
  {
    title: "acknowledges the packet of a command",
    says: "| `vm/v1/{serial}/down/command` |",
    check: (_, stage) => {
      const acked = packetsOf(stage, "unit", "puback").map(({ line, packet }) => `${line} ${packet.messageId}`);
      const sent = packetsOf(stage, "cansole", "publish").filter(({ packet }) =>
        packet.topic.endsWith("/down/command"),
      );
      return each(sent, ({ line, packet }) => !acked.includes(`${line} ${packet.messageId}`) && "one has no PUBACK");
    },
  },
]);

const unusedChannel = (channels: number[]) =>
  Array.from({ length: 999 }, (_, i) => i + 1).findLast((one) => !channels.includes(one)) ?? 0;
const forgedMac = "A".repeat(43);

/** Nothing of all this may move a door, so it is said at once and waited for once. */
const playRefusing = async (stage: Stage) => {
  const channels = channelsOf(stage);
  const [first = 1] = channels;
  const signs = stage.credentials.commandKey !== null;
  const began = performance.now();
  const give = (type: string, more: object = {}, of = [first]) =>
    stage.give(stage.command(type as CommandType, of, more as Partial<CommandMessage>));
  const past = { expiresAt: new Date(stage.now() - 5_000).toISOString() };
  const ids = {
    expired: await give("open", past),
    expiredStock: await give("stock-update", past),
    expiredAsking: await give("lock-status", past),
    unsigned: signs ? await give("open", { mac: undefined }) : "",
    forged: signs ? await give("open", { mac: forgedMac }, channels.slice(0, 2)) : "",
    unknownType: await give("dance"),
    noSuchLock: await give("open", {}, [unusedChannel(channels)]),
  };
  const signed = stage.command("open", [first]);
  const altered = signs ? await stage.give({ ...signed, channels: channels.slice(0, 2).toReversed() }) : "";
  stage.say("command", "{not json");
  stage.say("command", JSON.stringify({ type: "open" }));
  stage.say("weather", JSON.stringify({ sun: true }));
  stage.say(
    "problem",
    JSON.stringify({ reason: "not-json", topic: "live", field: null, message: "a trial of the kit" }),
  );
  await stage.until(() => resultsOf(stage, ids.unknownType).length > 0, stage.within(5));
  // Back in time, and what is late by the true time would be in time by this one.
  await stage.sendTime(stage.now() - 3_600_000);
  const backwards = await give("open", past);
  await stage.quiet();
  const moved = locksSince(stage, began).filter(({ isLocked }) => !isLocked);
  const wasThere = stage.isConnected();
  const alive = await give("lock-status", { later: "a field of a later version" });
  await answered(stage, alive, [first]);
  return { first, channels, signs, ids: { ...ids, altered, backwards, alive }, moved, wasThere };
};
type Refused = Awaited<ReturnType<typeof playRefusing>>;

const failedWith = (stage: Stage, id: string, channels: number[], code: string | null) =>
  each(channels, (channel) => {
    const facts = factsOf(stage, id, channel);
    if (namesOf(facts) !== "failed") return `lock ${channel}: ${namesOf(facts) || "nothing"}`;
    return code !== null && facts[0]?.payload?.code !== code && `its code is ${facts[0]?.payload?.code}`;
  });
const saidNothing = (stage: Stage, id: string) =>
  none(resultsOf(stage, id), ({ payload }) => `it said ${payload?.fact}`);
const unsigned = { skipped: "the unit was given no key for its commands" };

export const refusingCases = group<Refused>("Commands that are refused or ignored", playRefusing, [
  {
    title: "ignores a command that is past its time",
    says: "Past it, ignore the command, without a `failed`",
    check: ({ ids }, stage) => saidNothing(stage, ids.expired),
  },
  {
    title: "ignores a stock-update that is past its time",
    says: "Past it, ignore the command, without a `failed`",
    check: ({ ids }, stage) => saidNothing(stage, ids.expiredStock),
  },
  {
    title: "ignores a question that is past its time",
    says: "Past it, ignore the command, without a `failed`",
    check: ({ ids }, stage) => saidNothing(stage, ids.expiredAsking),
  },
  {
    title: "never sets its clock back",
    says: "Any other `time` may move the clock forward, never back.",
    check: ({ ids }, stage) => saidNothing(stage, ids.backwards),
  },
  {
    title: "refuses a command without mac",
    says: "**With the key, refuse every command without the right `mac`**",
    check: ({ signs, ids, first }, stage) => (signs ? failedWith(stage, ids.unsigned, [first], "WRONG_MAC") : unsigned),
  },
  {
    title: "refuses a command with a wrong mac, for each lock",
    says: "`failed` with code `WRONG_MAC` for each channel, nothing else.",
    check: ({ signs, ids, channels }, stage) =>
      signs ? failedWith(stage, ids.forged, channels.slice(0, 2), "WRONG_MAC") : unsigned,
  },
  {
    title: "refuses a command whose locks were altered",
    says: "`channels` are joined by commas in their order",
    check: ({ signs, ids, channels }, stage) =>
      signs ? failedWith(stage, ids.altered, channels.slice(0, 2), "WRONG_MAC") : unsigned,
  },
  {
    title: "refuses a command of a type that it does not know",
    says: "is answered with `UNKNOWN_TYPE`",
    check: ({ ids, first }, stage) => failedWith(stage, ids.unknownType, [first], "UNKNOWN_TYPE"),
  },
  {
    title: "refuses a lock that it does not have",
    says: "| `NO_SUCH_LOCK` |",
    check: ({ ids, channels }, stage) => failedWith(stage, ids.noSuchLock, [unusedChannel(channels)], "NO_SUCH_LOCK"),
  },
  {
    title: "gives codes that are short enough",
    says: "`failed` carries a `code` of at most 64 characters",
    check: ({ ids }, stage) =>
      each(
        Object.values(ids)
          .flatMap((id) => resultsOf(stage, id))
          .filter(({ payload }) => payload?.fact === "failed"),
        ({ payload }) =>
          !(String(payload?.code).length <= 64 && String(payload?.message ?? "").length <= 500) && "too long",
      ),
  },
  {
    title: "moves no door by any of them",
    says: "so that neither a fault in Cansole nor somebody on an unencrypted line opens a door",
    check: ({ moved }) => moved.length === 0 || `lock ${moved[0]?.channel} was opened`,
  },
  {
    title: "stays connected, whatever comes down",
    says: "**A unit ignores fields and `down/` topics that it does not know.**",
    check: ({ wasThere }) => wasThere || "its connection ended",
  },
  {
    title: "ignores a field of a command that it does not know",
    says: "**A unit ignores fields and `down/` topics that it does not know.**",
    check: ({ ids, first }, stage) => hasFact(stage, ids.alive, first, "status") || "the command was not answered",
  },
  {
    title: "does nothing about a problem that it is told",
    says: "log it and do nothing else",
    check: ({ wasThere }, stage) => (wasThere && stage.isConnected()) || "its connection ended",
  },
]);
