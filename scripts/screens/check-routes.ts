import type { Browser } from "playwright-core";
import { openVisit, type Visit } from "../testing/visit.ts";
import { type ConsoleRoute, consoleRoutes, type RouteIds } from "./route-table.ts";
import { goInside, reachByKeyboard, seePage, untilWhole } from "./seen-page.ts";

export const checkedWidths = [1440, 1024, 390] as const;

/** A machine that does much else is slow, and no fault. */
const longestMs = 60_000;
/** What was wrong with a route is looked at so often again: what stays is told. */
const mostAgain = 2;

/** A console with so many records of each kind. */
export interface CheckedConsole {
  url: string;
  token: string;
  ids: RouteIds;
  hasRecords: boolean;
}

export interface CheckedRoute {
  /** As the table of routes spells it, with names for ids. */
  route: string;
  heading: string;
  columns: string[];
  wrong: string[];
  /** From the step to the page until it was whole. */
  tookMs: number;
}

/** The route as it is written (specification: Routes). */
export const nameOf = ({ path }: ConsoleRoute): string =>
  path({
    machine: "{id}",
    product: "{id}",
    profile: "{id}",
    region: "{id}",
    order: "{id}",
    transaction: "{id}",
    user: "{id}",
    penalty: "{id}",
    serialNumber: "{serialNumber}",
    waiting: "{waiting serialNumber}",
  });

const look = async (visit: Visit, route: ConsoleRoute, { ids, hasRecords }: CheckedConsole) => {
  const { page } = visit;
  const isMissing = route.isRecord === true && !hasRecords;
  // Two records that are not there have the same page, whose heading would not be another.
  if (isMissing) {
    await goInside(page, "/redis");
    await untilWhole(page, { heading: "Redis" });
  }
  const begun = Date.now();
  await goInside(page, route.path(ids));
  // A record that is not there has a page that says so, under a heading of its own.
  await untilWhole(page, isMissing ? { heading: null } : route);
  const tookMs = Date.now() - begun;
  const seen = await seePage(page, route, hasRecords);
  const keys = isMissing ? [] : await reachByKeyboard(page, route, hasRecords);
  const violations = await visit.findViolationsInBothThemes();
  return { ...seen, tookMs, wrong: [...seen.wrong, ...keys, ...violations] };
};

/** Every route of a console at a width, by day and by night; tells of each as it was seen. */
export const checkRoutes = async (
  browser: Browser,
  one: CheckedConsole,
  width: number,
  tell: (checked: CheckedRoute) => void,
): Promise<void> => {
  const visit = await openVisit(browser, { url: one.url, token: one.token, width });
  visit.page.setDefaultTimeout(longestMs);
  // The compiler that runs this file names functions by a helper, which a page does not have.
  await visit.page.addInitScript("globalThis.__name = (of) => of");
  // What is not there is asked for on purpose.
  if (!one.hasRecords) for (const status of [404, 400]) visit.expectStatus(status);
  await visit.goTo("/redis");
  await visit.page.locator(".live-live").waitFor();
  let complained = 0;
  const seeOnce = async (route: ConsoleRoute): Promise<CheckedRoute> => {
    const name = nameOf(route);
    try {
      const { wrong, ...seen } = await look(visit, route, one);
      const complaints = visit.complaints();
      const said = complaints.slice(complained);
      complained = complaints.length;
      return { route: name, ...seen, wrong: [...wrong, ...said] };
    } catch (error) {
      const [why = ""] = String(error instanceof Error ? error.message : error).split("\n");
      return { route: name, heading: "", columns: [], tookMs: longestMs, wrong: [`was not whole: ${why}`] };
    }
  };
  for (const route of consoleRoutes) {
    let seen = await seeOnce(route);
    // A machine that does much else lets a console wait, which is none of the route's faults.
    for (let again = 0; seen.wrong.length > 0 && again < mostAgain; again += 1) {
      await goInside(visit.page, "/redis");
      seen = await seeOnce(route);
    }
    tell(seen);
  }
  await visit.close();
};

/** Signed out: every route that is opened must lead to the login page. Answers those that do not, and what is wrong with it. */
export const checkSignedOut = async (
  browser: Browser,
  { url, ids }: CheckedConsole,
  width: number,
): Promise<string[]> => {
  const visit = await openVisit(browser, { url, width });
  visit.page.setDefaultTimeout(longestMs);
  const wrong: string[] = [];
  for (const route of consoleRoutes.filter(({ heading }) => heading !== "Page Not Found")) {
    await visit.goTo(route.path(ids));
    const isAsked = await visit.page
      .getByLabel("Phone number")
      .waitFor()
      .then(() => true)
      .catch(() => false);
    if (!isAsked || !new URL(visit.page.url()).pathname.endsWith("/login"))
      wrong.push(`${nameOf(route)} does not lead to the login page`);
  }
  wrong.push(...(await visit.findViolationsInBothThemes()), ...visit.complaints());
  await visit.close();
  return wrong;
};
