import { join } from "node:path";
import type { CDPSession, Page } from "playwright-core";
import { readServiceConfig } from "#shared/runtime/config.ts";
import { createLogger } from "#shared/runtime/logger.ts";
import type { Mongo } from "#shared/runtime/mongo.ts";
import { serviceEnv } from "#shared/runtime/testing/service-env.ts";
import { until } from "#shared/testing/eventually.ts";
import { startGateway } from "../../gateway/start.ts";
import { openLogin } from "../../gateway/testing/open-login.ts";
import { addPerson } from "../../gateway/testing/people.ts";
import { launchBrowser } from "../testing/browser.ts";
import { nameHelper, openVisit, type Visit } from "../testing/visit.ts";

type Uris = Parameters<typeof serviceEnv>[0];

/** A gateway in this process that serves the built console, and an operator who is signed in to it. */
export const startConsoleGateway = async (uris: Uris) => {
  const config = readServiceConfig(serviceEnv(uris, { WEB_ROOT: join(import.meta.dirname, "../../dist/web") }));
  const log = createLogger("bench", "silent");
  const gateway = await startGateway(config, { log, port: 0, mqttPort: 0 });
  const { _id: operator } = await addPerson(gateway.parts, { name: "Bench operator" });
  return { gateway, operator, token: await openLogin(gateway.parts, operator) };
};
export type ConsoleGateway = Awaited<ReturnType<typeof startConsoleGateway>>["gateway"];

/** Redis has the stock of all machines. */
export const untilStocked = ({ parts: { redis, keys } }: ConsoleGateway): Promise<boolean> =>
  until("the stock of all machines", async () => (await redis.exists(keys.stockLoaded)) === 1, 600_000);

/** A browser in which that operator is signed in while `work` lasts; afterwards the database has no trace of them. */
export const withConsole = async <T>(
  mongo: Mongo,
  uris: Uris,
  width: number,
  work: (visit: Visit, gateway: ConsoleGateway) => Promise<T>,
): Promise<T> => {
  const { gateway, operator, token } = await startConsoleGateway(uris);
  const browser = await launchBrowser();
  try {
    const visit = await openVisit(browser, { url: gateway.url, token, width });
    return await work(visit, gateway);
  } finally {
    await browser.close();
    await mongo.collections.logins.deleteMany({ user: operator });
    await mongo.collections.users.deleteOne({ _id: operator });
    await gateway.stop();
  }
};

/** From one frame to the next, and how long each task took that kept the page busy for more than 50 ms; in ms. */
interface Frames {
  deltas: number[];
  tasks: number[];
}
type Recording = typeof globalThis & { frames?: Frames & { stop(): void } };

/** Notes every frame of the page, and every long task, while `scroll` goes on. */
export const recordFrames = async (page: Page, scroll: () => Promise<unknown>): Promise<Frames> => {
  await page.evaluate(() => {
    const frames = { deltas: [] as number[], tasks: [] as number[], stop: () => undefined as unknown };
    const watch = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) frames.tasks.push(duration);
    });
    watch.observe({ type: "longtask" });
    let [last, id] = [Number.NaN, 0];
    const frame = (at: number) => {
      if (!Number.isNaN(last)) frames.deltas.push(at - last);
      last = at;
      id = requestAnimationFrame(frame);
    };
    id = requestAnimationFrame(frame);
    frames.stop = () => [cancelAnimationFrame(id), watch.disconnect()];
    Object.assign(globalThis, { frames });
  });
  await scroll();
  return page.evaluate(() => {
    const { frames } = globalThis as Recording;
    frames?.stop();
    return { deltas: frames?.deltas ?? [], tasks: frames?.tasks ?? [] };
  });
};

/** A scroll as a wheel or touchpad does it: the browser moves what stands under the pointer. */
export const gesture = (line: CDPSession, way: { right?: number; down?: number }, speed: number): Promise<unknown> =>
  line.send("Input.synthesizeScrollGesture", {
    x: 700,
    y: 560,
    xDistance: -(way.right ?? 0),
    yDistance: -(way.down ?? 0),
    speed,
    gestureSourceType: "mouse",
  });

/** The scroll bar is drawn from top to bottom in 300 frames: in each there is something else to see. */
export const dragScrollBar = (page: Page, selector: string): Promise<void> =>
  page.evaluate(async (of) => {
    const scroller = document.querySelector(of);
    for (let step = 1; scroller && step <= 300; step += 1) {
      await new Promise(requestAnimationFrame);
      scroller.scrollTop = (step / 300) * (scroller.scrollHeight - scroller.clientHeight);
    }
  }, selector);

type Painting = typeof globalThis & { painting?: Promise<number[]>; touchedAt?: number };

/** Runs in the page: when each condition has been painted for the first time, and when it was touched last. */
const watchPainting = (conditions: (() => boolean)[]): void => {
  const watched = globalThis as Painting;
  const note = (event: Event) => {
    if (event.isTrusted) watched.touchedAt = event.timeStamp;
  };
  for (const name of ["input", "click", "keydown"]) addEventListener(name, note, { capture: true });
  const givenUpAt = performance.now() + 20_000;
  const whenPainted = async (isThere: () => boolean): Promise<number> => {
    while (!isThere()) {
      if (performance.now() > givenUpAt) throw new Error("It was not painted within 20 s.");
      await new Promise(requestAnimationFrame);
    }
    // A task after this frame: it has been painted.
    await new Promise((resolve) => setTimeout(resolve));
    return performance.now();
  };
  watched.painting = Promise.all(conditions.map(whenPainted));
};

/**
 * Milliseconds from the operator's last touch until each of these conditions has been painted. `prepare` and they run in
 * the page, before the touches and in each frame; none of them sees anything of this process.
 */
export const paintedAfter = async (
  page: Page,
  { prepare, conditions }: { prepare: () => void; conditions: (() => boolean)[] },
  touch: () => Promise<unknown>,
): Promise<number[]> => {
  const watch = `(${watchPainting})([${conditions.map((one) => `(${one})`).join(",")}])`;
  await page.evaluate(`${nameHelper}; (${prepare})(); ${watch}`);
  await touch();
  return page.evaluate(async () => {
    const { painting = Promise.resolve([]), touchedAt = Number.NaN } = globalThis as Painting;
    return (await painting).map((at) => at - touchedAt);
  });
};
