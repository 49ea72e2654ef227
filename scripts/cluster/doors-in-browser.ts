import { setTimeout as pause } from "node:timers/promises";
import type { Page } from "playwright-core";
import type { Mongo } from "#shared/runtime/mongo.ts";
import { startAutoUnits } from "../bench/operators.ts";
import type { KillableService } from "../integration/killable-service.ts";
import { type PlantedUnit, plantContainers, plantMachines } from "../integration/planted.ts";
import { noFaults } from "../simulator/faults.ts";
import { planFleet } from "../simulator/plan.ts";
import { launchBrowser } from "../testing/browser.ts";
import { openVisit } from "../testing/visit.ts";

const manner = { openMs: 200, closeMs: 200 };
/** An operator who has seen nothing by then tries another door. */
const triesAgainMs = 10_000;
const givenUpMs = 60_000;
/** The page is at rest before the next gateway is killed. */
const calmMs = 3_000;

/** What the operator saw of one gateway that was killed; times in ms from that moment. */
interface SeenInBrowser {
  name: string;
  /** Until a door, which was clicked after the kill, was shown as seen open. */
  doorMs: number;
  /** For how long the page did not say that it is live. */
  notLiveMs: number;
  /** Whether the page's own gateway was the one. */
  wasItsOwn: boolean;
}

/** Runs in the page: how long it has not said that it is live, since it was asked last. */
const countNotLive = () => {
  const counted = { ms: 0, at: performance.now() };
  Object.assign(globalThis, { counted });
  setInterval(() => {
    const now = performance.now();
    if (!document.querySelector(".live-live")) counted.ms += now - counted.at;
    counted.at = now;
  }, 50);
};
const takeNotLive = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const { counted } = globalThis as unknown as { counted: { ms: number } };
    const { ms } = counted;
    counted.ms = 0;
    return ms;
  });

/** Opens the doors one after another, from the first: one that was tried and not seen open is not tried again. */
const openDoors = (page: Page, channels: readonly number[]) => {
  let next = 0;
  const tryOne = async (): Promise<boolean> => {
    const label = channels[next++ % channels.length];
    const card = page.getByRole("article", { name: `Container ${label}`, exact: true });
    const timeout = triesAgainMs;
    try {
      await card.getByRole("button", { name: "Open", exact: true }).click({ timeout });
      await page.getByRole("alertdialog").getByRole("button", { name: "Open container" }).click({ timeout });
      await card.getByText(/^Seen open/).waitFor({ timeout });
      return true;
    } catch {
      await page.keyboard.press("Escape");
      return false;
    }
  };
  /** Resolves to the ms that it took. */
  return async (): Promise<number> => {
    const began = performance.now();
    while (!(await tryOne()))
      if (performance.now() - began > givenUpMs) throw new Error("No door was seen open in the browser.");
    return performance.now() - began;
  };
};

interface Where {
  url: string;
  mqttUrl: string;
  jwtSecret: string;
  phone: string;
  /** The code that comes to that phone. */
  code: () => Promise<string>;
}

/** An operator in a browser, who signs in through the balancer and opens the doors of a machine of their own. */
export const openDoorsInBrowser = async (mongo: Mongo, { url, mqttUrl, jwtSecret, phone, code }: Where) => {
  const planted = await plantMachines(mongo, jwtSecret, planFleet(1, 13, noFaults));
  const [{ machineId, plan }] = planted as [PlantedUnit];
  await plantContainers(mongo, planted);
  const { units, stop } = await startAutoUnits(planted, () => mqttUrl, manner);
  const browser = await launchBrowser();
  const { page, goTo } = await openVisit(browser, { url });
  page.setDefaultTimeout(givenUpMs);
  let socketsLost = 0;
  page.on("websocket", (socket) => {
    socket.on("close", () => {
      socketsLost += 1;
    });
  });

  await goTo("/login");
  await page.getByLabel("Phone number").fill(phone);
  await page.getByRole("button", { name: "Send OTP", exact: true }).click();
  await page.getByLabel("One-time code").fill(await code());
  await page.getByRole("main").getByRole("button", { name: "Log In" }).click();
  await page.getByRole("heading", { name: "Home", exact: true }).waitFor();
  await goTo(`/vendingMachine/${machineId}/Inventory?cards=all`);
  await page.locator(".live-live").waitFor();
  await page.evaluate(countNotLive);
  const openDoor = openDoors(page, plan.channels);

  return {
    units,
    openDoor,
    /** Each in turn is killed, started again, and ready again before the next one. */
    throughKills: async (
      gateways: readonly (KillableService & { name: string })[],
      areReady: () => Promise<void>,
    ): Promise<SeenInBrowser[]> => {
      const seen: SeenInBrowser[] = [];
      for (const { name, kill, start } of gateways) {
        await pause(calmMs);
        await takeNotLive(page);
        const before = socketsLost;
        await kill();
        const doorMs = await openDoor();
        await page.locator(".live-live").waitFor({ timeout: givenUpMs });
        seen.push({ name, doorMs, notLiveMs: await takeNotLive(page), wasItsOwn: socketsLost > before });
        await start();
        await areReady();
      }
      return seen;
    },
    stop: async (): Promise<void> => {
      await browser.close();
      await stop();
    },
  };
};
