import { until } from "#shared/testing/eventually.ts";
import { pause } from "../../simulator/pause.ts";
import { startReplicaSet } from "../../testing/replica-set.ts";
import type { Figure } from "../command-line.ts";
import { type Env, type Installation, openInstallation } from "../installation.ts";
import { acts, callsOf, plantStages } from "./ended-sign-ins/acts.ts";
import { judge } from "./ended-sign-ins/judge.ts";
import { watchSignIn } from "./ended-sign-ins/watched.ts";
import { openLaggingLine } from "./lagging-line.ts";
import type { Fault } from "./run.ts";

const mostTries = 20;
const settledMs = 6_000;

/** What the stores suffer while sign-ins end. */
interface Round {
  name: string;
  /** How late the second gateway's store answers, in milliseconds. */
  lagMs: number;
  /** Answers how to end it. */
  begin: () => (() => unknown) | Promise<() => unknown>;
}

/** Records change all the while, so that sockets have something to hear. */
const changeRecords = ({ mongo: { collections } }: Installation) => {
  let places = 0;
  const timer = setInterval(() => {
    places += 1;
    const change = { $set: { location: `place ${places}` }, $inc: { rev: 1 } };
    void collections.machines.updateOne({}, change).catch(() => undefined);
  }, 100);
  return () => clearInterval(timer);
};

const play = async (installation: Installation, round: Round): Promise<Figure[]> => {
  const { lagMs, begin } = round;
  const { audit } = installation.mongo.collections;
  const newStage = await plantStages(installation);
  const stages = await Promise.all(
    Object.entries(acts).map(async ([name, act]) => ({ name, act, stage: await newStage() })),
  );
  const watched = stages.map(({ name, stage }) =>
    stage.urls.map((url) => watchSignIn(url, stage.token, () => callsOf(name, stage))),
  );
  const stopChanging = changeRecords(installation);
  try {
    await pause(3_000);
    const end = await begin();
    await pause(Math.min(lagMs, 4_000) + 1_500);
    const over = await Promise.all(
      stages.map(async ({ act, stage }) => {
        const begunAt = performance.now();
        let answer = await act(stage);
        // A store that is away just now: once more, as an operator does.
        for (let tries = 1; answer.status !== 200 && tries < mostTries; tries += 1) {
          await pause(1_000);
          answer = await act(stage);
        }
        return { ...answer, begunAt, overAt: performance.now(), answeredAt: Date.now() };
      }),
    );
    await pause(4_000 + 3 * lagMs);
    await end();
    const endedAt = performance.now();
    await pause(settledMs);
    const figures = stages.map(async ({ name, stage }, at) => {
      const { answeredAt = 0, ...answer } = over[at] ?? { status: 0, begunAt: 0, overAt: 0 };
      const byThem = { "actor.id": stage.operator._id, "record.collection": { $ne: "users" } };
      const lines = await audit.find(byThem).toArray();
      const writtenMs = lines.map((line) => line.at.getTime() - answeredAt);
      // A gateway whose MongoDB answers too late to open a connection knows it once that is over.
      const lateMs = lagMs < 4_000 ? 2 * lagMs : endedAt - answer.overAt + settledMs;
      return judge(round.name, watched[at] ?? [], { ...answer, name, lateMs, writtenMs });
    });
    return (await Promise.all(figures)).flat();
  } finally {
    stopChanging();
    for (const one of watched.flat()) one.stop();
  }
};

export const fault: Fault = {
  promise:
    "whoever is suspended, demoted or signed out is so at both gateways from the answer on, also where the stores of one of them answer late; FAILOVER=1 kills MongoDB's primary meanwhile",
  run: async (say) => {
    const second: Env = {};
    const lines: Awaited<ReturnType<typeof openLaggingLine>>[] = [];
    const set = process.env.FAILOVER ? await startReplicaSet(say) : null;
    const options = {
      machines: 2,
      gateways: [{}, second],
      workers: [{}],
      mongodbUri: set?.uri,
      env: async ({ mongodbUri, redisUrl }: { mongodbUri: string; redisUrl: string }) => {
        if (set) return {};
        lines.push(await openLaggingLine(mongodbUri.replace("mongodb://", "http://")));
        lines.push(await openLaggingLine(redisUrl));
        second.MONGODB_URI = `mongodb://${lines[0]?.host}/cansole?directConnection=true`;
        second.REDIS_URL = `redis://${lines[1]?.host}`;
        return {};
      },
    };
    const installation = await openInstallation(options, say);
    const { mongo } = installation.servers;
    const lag = (nth: number, ms: number) => () => {
      lines[nth]?.lag(ms);
      return () => lines[nth]?.lag(0);
    };
    const freeze = () => {
      mongo.freeze();
      setTimeout(mongo.thaw, 4_000);
      return mongo.thaw;
    };
    /** Just after the calls have begun. */
    const failOver = () => {
      const killed = pause(5_520).then(async () => {
        for (const member of set?.members ?? [])
          if (await member.isPrimary()) {
            await member.kill();
            return member;
          }
        return null;
      });
      return async () => (await killed)?.start();
    };
    const rounds: Round[] = set
      ? [{ name: "MongoDB fails over", lagMs: 8_000, begin: failOver }]
      : [
          { name: "at rest", lagMs: 0, begin: lag(0, 0) },
          { name: "MongoDB 2 s late", lagMs: 2_000, begin: lag(0, 2_000) },
          { name: "MongoDB 4 s late", lagMs: 4_000, begin: lag(0, 4_000) },
          { name: "MongoDB 8 s late", lagMs: 8_000, begin: lag(0, 8_000) },
          { name: "Redis 3 s late", lagMs: 3_000, begin: lag(1, 3_000) },
          { name: "MongoDB frozen for 4 s", lagMs: 4_000, begin: freeze },
        ];
    const played = process.env.ROUNDS?.split(",").map(Number);
    try {
      await until("the stores", installation.isReady, 30_000);
      const figures: Figure[] = [];
      for (const [at, round] of rounds.entries()) {
        if (played && !played.includes(at)) continue;
        say(round.name);
        figures.push(...(await play(installation, round)));
      }
      return figures;
    } finally {
      if (!set) mongo.thaw();
      await installation.stop();
      await Promise.all(lines.map((line) => line.stop()));
      await set?.stop();
    }
  },
};
