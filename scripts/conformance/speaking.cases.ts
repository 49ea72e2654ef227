import { each, group, type Verdict } from "./cases.ts";
import { connects, fullLocks, locksIn, ordered, ownConnects, ownLine, packetsOf, speaking, topicOf } from "./seen.ts";
import type { Said, Stage } from "./stage.ts";

const heartbeatMs = (stage: Stage) => 25_000 * stage.pace;
const lives = (stage: Stage, line: number) => topicOf(stage, "live").filter((said) => said.line === line);

const play = async (stage: Stage) => {
  if (!(await speaking(stage))) throw new Error("it did not say its locks in full with its own login");
  const line = ownLine(stage);
  await stage.until(() => lives(stage, line).length >= 4, 4 * heartbeatMs(stage) + 10_000);
  const connect = ownConnects(stage).at(-1) as ReturnType<typeof connects>[number];
  return { line, connect, beats: lives(stage, line), watched: performance.now() };
};
type Seen = Awaited<ReturnType<typeof play>>;

/** A fact may be missing; where it is said it is a number within its bounds. */
const bounded =
  (name: string, least: number, most: number, mayBeNull = false) =>
  ({ beats }: Seen): Verdict => {
    const said = beats.filter(({ payload }) => payload !== null && name in payload);
    if (beats.length > 0 && said.length === 0) return { skipped: `it does not say its ${name}` };
    return each(said, ({ payload }) => {
      const value = payload?.[name];
      if (value === null && mayBeNull) return null;
      return typeof value === "number" && value >= least && value <= most ? null : `${name} is ${value}`;
    });
  };
const subscriptions = (stage: Stage, line: number) =>
  packetsOf(stage, "unit", "subscribe").filter((one) => one.line === line);

const connecting = [
  {
    title: "opens a connection and sends CONNECT at once",
    says: "Send CONNECT within 5 s of opening the connection.",
    check: (_: Seen, stage: Stage) =>
      each(connects(stage), ({ line, at }) => at - (stage.lines[line]?.openedAt ?? at) > 5_000 && "later than 5 s"),
  },
  {
    title: "speaks MQTT 3.1.1",
    says: "MQTT 3.1.1 over TCP",
    check: (_: Seen, stage: Stage) =>
      each(connects(stage), ({ packet }) => packet.protocolVersion !== 4 && `version ${packet.protocolVersion}`),
  },
  {
    title: "has its serial number for client id",
    says: "The client id is the serial number.",
    check: (_: Seen, stage: Stage) =>
      each(connects(stage), ({ packet }) => packet.clientId !== stage.serialNumber && `it is ${packet.clientId}`),
  },
  {
    title: "has a clean session",
    says: "The session is clean.",
    check: (_: Seen, stage: Stage) => each(connects(stage), ({ packet }) => !packet.clean && "it is not clean"),
  },
  {
    title: "has a keep-alive that is accepted",
    says: "1 to 60 s are accepted",
    check: (_: Seen, stage: Stage) =>
      each(connects(stage), ({ packet }) => {
        const { keepalive = 0 } = packet;
        return (keepalive < 1 || keepalive > 60) && `it is ${keepalive} s`;
      }),
  },
  {
    title: "has a keep-alive of 30 s",
    says: "Keep-alive is 30 s.",
    check: (_: Seen, stage: Stage) =>
      connects(stage).every(({ packet }) => packet.keepalive === 30) || { skipped: "it has another that is accepted" },
  },
  {
    title: "does not count on a will",
    says: "Wills and the retain flag are ignored.",
    check: (_: Seen, stage: Stage) =>
      connects(stage).every(({ packet }) => !packet.will) || { skipped: "it has one, which nobody will hear" },
  },
  {
    title: "subscribes once it is connected",
    says: "A unit can be commanded only once it has subscribed.",
    check: ({ line }: Seen, stage: Stage) => subscriptions(stage, line).length > 0,
  },
  {
    title: "subscribes to its commands and the time",
    says: "subscribe to `down/#` (or to `down/time` and `down/command`)",
    check: ({ line }: Seen, stage: Stage) => {
      const topics = subscriptions(stage, line).flatMap(({ packet }) => packet.subscriptions.map(({ topic }) => topic));
      const down = `vm/v1/${stage.serialNumber}/down/`;
      const hears = (topic: string) => topics.includes(`${down}#`) || topics.includes(down + topic);
      return (hears("command") && hears("time")) || `it subscribed to ${topics}`;
    },
  },
  {
    title: "is granted all that it subscribes to",
    says: "| a subscription that this login may not have",
    check: (_: Seen, stage: Stage) =>
      each(packetsOf(stage, "cansole", "suback"), ({ packet }) => packet.granted.includes(128) && "one was refused"),
  },
  {
    title: "subscribes before it says its locks",
    says: "publish `locks` with `full: true`",
    check: ({ line }: Seen, stage: Stage) => {
      const [first] = subscriptions(stage, line);
      return each(
        fullLocks(stage).filter((said) => said.line === line),
        ({ at }) => (!first || at < first.at) && "the locks came first",
      );
    },
  },
  {
    title: "has one connection with its own login",
    says: "**One connection per unit.**",
    check: (_: Seen, stage: Stage) =>
      !stage.ends.includes("replaced") || "it connected anew while its connection stood",
  },
];

const heartbeats = [
  {
    title: "says a heartbeat soon after connecting",
    says: "After connecting: subscribe to `down/#`",
    check: ({ beats, connect }: Seen, stage: Stage) =>
      each(beats.slice(0, 1), ({ at }) => at - connect.at > heartbeatMs(stage) + 5_000 && "later than a heartbeat"),
  },
  {
    title: "says heartbeats in their time",
    says: "}` every 25 s.",
    check: ({ beats }: Seen, stage: Stage) =>
      each(beats.slice(1), ({ at }, place = beats.findIndex((beat) => beat.at === at)) => {
        const ms = at - (beats[place - 1]?.at ?? at);
        const due = heartbeatMs(stage);
        return (ms < due * 0.6 || ms > due * 1.4 + 3_000) && `${(ms / 1_000).toFixed(1)} s between two`;
      }),
  },
  {
    title: "says heartbeats with quality of service 0",
    says: "| `vm/v1/{serial}/up/live` |",
    check: ({ beats }: Seen) => each(beats, ({ qos }) => qos !== 0 && `with ${qos}`),
  },
  { title: "has a signal within its bounds", says: "| `strength` |", check: bounded("strength", -120, 0, true) },
  { title: "has a temperature within its bounds", says: "| `temperature` |", check: bounded("temperature", -60, 120) },
  { title: "has a supply within its bounds", says: "| `supply` |", check: bounded("supply", 0, 100) },
  {
    title: "names its firmware",
    says: "| `firmware` |",
    check: ({ beats }: Seen) =>
      beats.every(({ payload }) => payload?.firmware ?? payload?.version) || { skipped: "it does not say it" },
  },
  {
    title: "has its uptime as a number",
    says: "`uptime`, in seconds, and `at` are required.",
    check: ({ beats }: Seen) => each(beats, ({ payload }) => typeof payload?.uptime !== "number" && "it is none"),
  },
  {
    title: "counts its uptime in seconds",
    says: "`uptime`, in seconds, and `at` are required.",
    check: ({ beats }: Seen) => {
      const [first, last] = [beats[0], beats.at(-1)];
      if (!first || !last || first === last) return "there were not two heartbeats";
      const [passed, counted] = [
        (last.at - first.at) / 1_000,
        Number(last.payload?.uptime) - Number(first.payload?.uptime),
      ];
      return Math.abs(passed - counted) < 2.5 || `${counted} in ${passed.toFixed(1)} s`;
    },
  },
  {
    title: "says all that it knows each time",
    says: "Put everything that is known into each heartbeat",
    check: ({ beats }: Seen) => {
      const names = (said: Said | undefined) =>
        Object.keys(said?.payload ?? {})
          .toSorted()
          .join();
      return each(beats, (said) => names(said) !== names(beats[0]) && "two heartbeats say different facts");
    },
  },
  {
    title: "dates heartbeats in UTC",
    says: "Times are ISO 8601 in UTC ending in `Z`.",
    check: ({ beats }: Seen) => each(beats, ({ payload }) => !/Z$/.test(String(payload?.at)) && `${payload?.at}`),
  },
  {
    title: "dates them by the time that it was told",
    says: "an offset above 60 s is shown on the machine",
    check: ({ beats }: Seen, stage: Stage) =>
      each(beats.slice(1), ({ payload, at }) => {
        const off = Date.parse(String(payload?.at)) - (stage.now() - (performance.now() - at));
        return Math.abs(off) > 60_000 && `${Math.round(off / 1_000)} s off`;
      }),
  },
];

const locks = [
  {
    title: "says its locks in full after connecting",
    says: "| `vm/v1/{serial}/up/locks` |",
    check: ({ line }: Seen, stage: Stage) => fullLocks(stage).some((said) => said.line === line),
  },
  {
    title: "says locks with quality of service 1",
    says: "| `vm/v1/{serial}/up/locks` |",
    check: (_: Seen, stage: Stage) => each(topicOf(stage, "locks"), ({ qos }) => qos !== 1 && `with ${qos}`),
  },
  {
    title: "names each lock once in full locks",
    says: "on any change; in full after connecting",
    check: (_: Seen, stage: Stage) =>
      each(fullLocks(stage), (said) => {
        const channels = locksIn(said).map(({ channel }) => channel);
        return (channels.length === 0 || new Set(channels).size < channels.length) && `${channels}`;
      }),
  },
  {
    title: "has channels within their bounds",
    says: "| `channel` | 1 to 999 |",
    check: (_: Seen, stage: Stage) =>
      each(
        topicOf(stage, "locks").flatMap(locksIn),
        ({ channel }) => !(channel >= 1 && channel <= 999) && `${channel}`,
      ),
  },
  {
    title: "has a boot word of letters that may be",
    says: "is a random word drawn at power-up",
    check: (_: Seen, stage: Stage) =>
      each(ordered(stage), ({ payload }) => !/^[\w-]{1,32}$/.test(String(payload?.boot)) && `${payload?.boot}`),
  },
  {
    title: "counts its messages within the boot",
    says: "counts `locks` and `result` messages within it.",
    check: (_: Seen, stage: Stage) => {
      const last = new Map<unknown, number>();
      return each(ordered(stage), ({ payload }) => {
        const [boot, seq] = [payload?.boot, Number(payload?.seq)];
        const before = last.get(boot) ?? -1;
        last.set(boot, seq);
        return !(Number.isInteger(seq) && seq > before) && `${seq} came after ${before}`;
      });
    },
  },
];

export const speakingCases = group<Seen>("Connecting and speaking", play, [...connecting, ...heartbeats, ...locks]);
