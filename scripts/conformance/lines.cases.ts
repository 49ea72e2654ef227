import { each, group } from "./cases.ts";
import { channelsOf, connects, fullLocks, hasFact, ownLine, packetsOf, resultsOf, speaking } from "./seen.ts";
import type { Stage } from "./stage.ts";

const placeOf = ({ payload }: { payload: Record<string, unknown> | null }) => `${payload?.boot} ${payload?.seq}`;

/** Cansole stores nothing for a while: what the unit said then has no PUBACK, and is to come again. */
const playOutbox = async (stage: Stage) => {
  const channels = channelsOf(stage).slice(0, 3);
  const before = ownLine(stage);
  stage.rules.stores = false;
  const began = performance.now();
  const id = await stage.give(stage.command("lock-status", channels));
  await stage.until(() => !stage.isConnected() && resultsOf(stage, id).length > 0, stage.within(10));
  const lost = stage
    .said()
    .filter((said) => said.at >= began && said.topic === "result" && said.payload?.commandId === id);
  stage.rules.stores = true;
  const lostLine = ownLine(stage);
  await stage.until(() => channels.every((channel) => hasFact(stage, id, channel, "status")), stage.within(60));
  await speaking(stage, before, stage.within(60));
  await stage.quiet();
  const again = stage
    .said()
    .filter((said) => said.line > lostLine && (said.topic === "result" || said.topic === "locks"));
  const onLine = again.filter(({ line }) => line === ownLine(stage));
  return { id, lost, again, onLine, lostLine };
};
type Outbox = Awaited<ReturnType<typeof playOutbox>>;

export const outboxCases = group<Outbox>("What has no PUBACK", playOutbox, [
  {
    title: "connects anew when it was cut off",
    says: "When refused or cut off, wait before connecting again",
    check: ({ lostLine }, stage) => ownLine(stage) > lostLine,
  },
  {
    title: "says again what had no PUBACK",
    says: "Keep each `locks` and `result` until its PUBACK",
    check: ({ lost, again }) =>
      each(
        lost,
        (one) => !again.some((said) => placeOf(said) === placeOf(one)) && `seq ${one.payload?.seq} did not come again`,
      ),
  },
  {
    title: "says it unchanged",
    says: "unchanged and in the old order",
    check: ({ lost, again }) =>
      each(lost, (one) => {
        const repeat = again.find((said) => placeOf(said) === placeOf(one));
        return JSON.stringify(repeat?.payload) !== JSON.stringify(one.payload) && `seq ${one.payload?.seq} differs`;
      }),
  },
  {
    title: "says it in the old order",
    says: "unchanged and in the old order",
    check: ({ onLine }) =>
      each(onLine, ({ payload }) => {
        const place = onLine.findIndex((said) => said.payload === payload);
        const before = onLine[place - 1]?.payload;
        const isLater = !before || before.boot !== payload?.boot || Number(before.seq) < Number(payload?.seq);
        return !isLater && `seq ${payload?.seq} came after ${before?.seq}`;
      }),
  },
  {
    title: "says it before its full locks",
    says: "**What was kept comes before the full `locks`.**",
    check: ({ lost, onLine }) => {
      const full = onLine.findIndex(({ payload }) => payload?.full === true);
      return each(lost, (one) => {
        const place = onLine.findIndex((said) => placeOf(said) === placeOf(one));
        return place > full && full >= 0 && `seq ${one.payload?.seq} came after them`;
      });
    },
  },
  {
    title: "says its locks in full again",
    says: "then `locks` with `full: true` and the next `seq`",
    check: (_, stage) => fullLocks(stage).some(({ line }) => line === ownLine(stage)),
  },
  {
    title: "gives no number twice",
    says: "A repeated message keeps both.",
    check: (_, stage) => {
      const kept = stage.said().filter(({ topic }) => topic === "locks" || topic === "result");
      const texts = new Map<string, string>();
      return each(kept, (said) => {
        const known = texts.get(placeOf(said));
        texts.set(placeOf(said), said.text);
        return known !== undefined && known !== said.text && `${placeOf(said)} was said of two things`;
      });
    },
  },
  {
    title: "subscribes anew",
    says: "the session is clean, so the broker remembers nothing for you",
    check: (_, stage) => packetsOf(stage, "unit", "subscribe").some(({ line }) => line === ownLine(stage)),
  },
  {
    title: "is commanded again over the new connection",
    says: "A unit can be commanded only once it has subscribed.",
    check: ({ id }, stage) => resultsOf(stage, id).length > 0,
  },
]);

/** Cansole is away for a while: sign-ins are put off, then refused, then taken again. */
const playRefusals = async (stage: Stage) => {
  const gaps = (from: number) => {
    const times = connects(stage)
      .slice(from)
      .map(({ at }) => at);
    return times.slice(1).map((at, place) => at - (times[place] ?? at));
  };
  const firstLater = connects(stage).length;
  const stood = ownLine(stage);
  stage.rules.own = "later";
  const cutAt = performance.now();
  stage.cut();
  await stage.until(() => connects(stage).length >= firstLater + 4, stage.within(60));
  const later = { tries: connects(stage).slice(firstLater), gaps: gaps(firstLater), cutAt };

  // Let in once, so that its pauses begin anew.
  stage.rules.own = "admit";
  await speaking(stage, stood, stage.within(120));
  const line = ownLine(stage);
  const firstRefused = connects(stage).length;
  stage.rules.own = "refuse";
  stage.rules.provision = false;
  const isOwn = ({ packet }: (typeof later.tries)[number]) => packet.username === stage.serialNumber;
  const refusedSince = () => connects(stage).slice(firstRefused);
  stage.cut();
  await stage.until(() => {
    const provisionAt = refusedSince().findIndex((one) => !isOwn(one));
    return provisionAt >= 0 && refusedSince().slice(provisionAt).some(isOwn);
  }, stage.within(180));
  const refused = refusedSince();
  stage.rules.own = "admit";
  // The provisioning login is refused still, so whatever stands is its own.
  const isBack = await stage.until(stage.isConnected, stage.within(120));
  await speaking(stage, line, stage.within(60));
  stage.rules.provision = true;
  return { later, refused, isOwn, isBack, line };
};
type Refusals = Awaited<ReturnType<typeof playRefusals>>;

const typed = (stage: Stage) =>
  stage.credentials.commandKey === null && !connects(stage).some(({ packet }) => packet.username === "provision");

export const refusalCases = group<Refusals>("When it is not let in", playRefusals, [
  {
    title: "waits before it connects again",
    says: "1 s, then twice as long each time up to 60 s",
    check: ({ later }, { pace }) => {
      const ms = (later.tries[0]?.at ?? later.cutAt) - later.cutAt;
      return ms >= 300 * pace || `${Math.round(ms)} ms`;
    },
  },
  {
    title: "tries again",
    says: "When refused or cut off, wait before connecting again",
    check: ({ later }) => later.tries.length >= 4 || `${later.tries.length} times`,
  },
  {
    title: "waits longer each time",
    says: "1 s, then twice as long each time up to 60 s",
    check: ({ later }) => {
      const [first = 0, , third = 0] = later.gaps;
      return third > 1.3 * first || `first ${Math.round(first)} ms, later ${Math.round(third)} ms`;
    },
  },
  {
    title: "waits a minute at most",
    says: "1 s, then twice as long each time up to 60 s",
    check: ({ later }, { pace }) =>
      each(later.gaps, (ms) => ms > 66_000 * Math.max(pace, 0.2) && `${Math.round(ms / 1_000)} s`),
  },
  {
    title: "has some chance in its pauses",
    says: "with a random part",
    check: ({ later }) => {
      const [first = 0, second = 0, third = 0] = later.gaps;
      return (second !== 2 * first && third !== 2 * second) || "each pause is exactly twice the one before";
    },
  },
  {
    title: "goes on with its own login after return code 3",
    says: "After return code 3 it keeps using the same login.",
    check: ({ later, isOwn }) => each(later.tries, (one) => !isOwn(one) && "it tried the provisioning login"),
  },
  {
    title: "keeps its secret after return code 5",
    says: "**After return code 5 keep the secret.**",
    check: ({ isBack }) => isBack || "it did not sign in with it again",
  },
  {
    title: "tries the provisioning login after return code 5",
    says: "It tries the provisioning login and its own in turn",
    check: ({ refused, isOwn }, stage) =>
      typed(stage) ? { skipped: "its secret was typed in" } : refused.some((one) => !isOwn(one)) || "it did not",
  },
  {
    title: "tries its own again where that is refused, too",
    says: "It tries the provisioning login and its own in turn",
    check: ({ refused, isOwn }) => refused.filter(isOwn).length > 1 || "it did not",
  },
  {
    title: "says its locks in full when it is back",
    says: "| `vm/v1/{serial}/up/locks` |",
    check: ({ line }, stage) => fullLocks(stage).some((said) => said.line > line),
  },
]);
