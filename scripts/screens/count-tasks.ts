import type { Browser } from "playwright-core";
import { table } from "../bench/command-line.ts";
import { openVisit } from "../testing/visit.ts";
import { createHand, type Effort } from "./counted-hand.ts";
import type { DemoConsole } from "./demo-console.ts";
import { type Task, tasks } from "./tasks.ts";

const phonePixels = 390;
const deskPixels = 1440;

interface Counted extends Effort {
  /** What kept the task from its end; null where it was done. */
  failed: string | null;
}

const countOne = async (browser: Browser, { url, adminToken }: DemoConsole, { who, steps }: Task): Promise<Counted> => {
  const width = who === "technician" ? phonePixels : deskPixels;
  const visit = await openVisit(browser, { url, token: adminToken, width });
  const hand = createHand(visit.page);
  try {
    await visit.goTo("/");
    await visit.page.locator(".live-live").waitFor();
    await visit.page.locator("main article").first().waitFor();
    await steps(hand);
    return { ...hand.effort, failed: null };
  } catch (error) {
    return { ...hand.effort, failed: error instanceof Error ? error.message : String(error) };
  } finally {
    await visit.close();
  }
};

/** Does every task in a browser, and says what each takes; answers what could not be done or took too much. */
export const countTasks = async (browser: Browser, demo: DemoConsole): Promise<string[]> => {
  const wrong: string[] = [];
  const rows: (string | number)[][] = [];
  let sum = 0;
  for (const task of tasks) {
    const { who, does, most } = task;
    const { clicks, keys, scrolls, failed } = await countOne(browser, demo, task);
    const all = clicks + keys + scrolls;
    sum += all;
    rows.push([who, does, clicks, keys, scrolls, all, most]);
    if (failed !== null) wrong.push(`${does}: ${failed}`);
    else if (all > most) wrong.push(`${does}: takes ${all}, at most ${most} are meant`);
  }
  rows.push(["", "sum", "", "", "", sum, tasks.reduce((of, { most }) => of + most, 0)]);
  table(["who", "task", "clicks", "keys", "scrolls", "all", "at most"], rows);
  return wrong;
};
