import type { Page } from "playwright-core";
import type { ConsoleRoute } from "./route-table.ts";

/** What stands on a page, as somebody reads it. */
interface SeenPage {
  heading: string;
  columns: string[];
  /** What of the route's words was not found, what sticks out, where the keyboard does not come. */
  wrong: string[];
}

/** To another page without loading the console anew, as a link of it leads there. The page that is left is marked. */
export const goInside = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => {
    for (const heading of document.querySelectorAll<HTMLElement>("main h1")) heading.dataset.left = "";
    // As the console's router notes its own steps.
    const state = { usr: null, key: to, idx: (history.state?.idx ?? 0) + 1 };
    history.pushState(state, "", `/inventory/v1.2${to}`);
    dispatchEvent(new PopStateEvent("popstate", { state }));
  }, path);

/** The page in the window is whole: its heading stands, not that of the page before, and nothing is on its way. */
export const untilWhole = async (page: Page, { heading }: Pick<ConsoleRoute, "heading">): Promise<void> => {
  const named = heading === null ? {} : { name: heading };
  await page
    .getByRole("main")
    .getByRole("heading", { level: 1, ...named })
    .and(page.locator(":not([data-left])"))
    .first()
    .waitFor();
  await page.waitForFunction(
    () => document.querySelector("main [aria-label=Loading], main .bone, main .pi-spin, .coming") === null,
  );
};

/** Whether the first stand among the second in their order: a page may have heads of its own beside them. */
const standIn = (wanted: readonly string[], heads: readonly string[]): boolean => {
  let at = 0;
  for (const head of heads) if (head === wanted[at]) at += 1;
  return at === wanted.length;
};

/** Below it the console is a phone's. */
const phonePixels = 640;
const allColumnsPixels = 1200;

/** The filters of a list and its days are made when they are opened, and stay when they are closed again. */
const makeFilters = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    for (const panel of document.querySelectorAll("main :is(.filter-fields, .filter-panel-days):empty")) {
      const button = document.querySelector<HTMLElement>(
        `[aria-controls="${panel.id}"], [popovertarget="${panel.id}"]`,
      );
      button?.click();
      await new Promise(requestAnimationFrame);
      button?.click();
    }
  });

const readPage = async (page: Page, route: ConsoleRoute, hasRows: boolean): Promise<SeenPage> => {
  await makeFilters(page);
  const seen = await page.evaluate(() => {
    const main = document.querySelector("main");
    const textOf = (part: Element | null | undefined) => (part?.textContent ?? "").trim();
    const named = [...(main?.querySelectorAll("[aria-label]") ?? [])].map((part) => part.getAttribute("aria-label"));
    const { scrollWidth, clientWidth } = document.documentElement;
    return {
      // Its chips stand beside its words.
      heading: textOf(main?.querySelector("h1 > span:first-child") ?? main?.querySelector("h1")),
      columns: [...(main?.querySelectorAll("thead th") ?? [])].map(textOf).filter((text) => text !== ""),
      words: [main?.textContent ?? "", ...named].join("\n"),
      sticksOut: scrollWidth - clientWidth,
    };
  });
  const { columns = [], inMenuOnPhone = [] } = route;
  const width = page.viewportSize()?.width ?? 0;
  const isPhone = width < phonePixels;
  const requested = [
    ...(hasRows || !route.isRecord ? (route.says ?? []) : []),
    ...(hasRows ? (route.rowsSay ?? []) : []),
  ];
  const says = requested.filter((text) => !(isPhone && inMenuOnPhone.includes(text)));
  // In a narrower window some columns are not shown until they are chosen.
  const isTable = hasRows && seen.columns.length > 0 && width >= allColumnsPixels;
  const words = seen.words.toLowerCase();
  const wrong = [
    ...(isTable && !standIn(columns, seen.columns) ? [`columns are ${seen.columns.join(", ")}`] : []),
    ...says.filter((text) => !words.includes(text.toLowerCase())).map((text) => `does not say '${text}'`),
    ...(seen.sticksOut > 0 ? [`sticks out by ${seen.sticksOut} px`] : []),
  ];
  return { heading: seen.heading, columns: seen.columns, wrong };
};

const settledMs = 20_000;

/**
 * What the page says, and what of that is not as its route wants it, once nothing is on its way any more. `hasRows`: its
 * records are there.
 */
export const seePage = async (page: Page, route: ConsoleRoute, hasRows: boolean): Promise<SeenPage> => {
  const givenUpAt = Date.now() + settledMs;
  for (;;) {
    const seen = await readPage(page, route, hasRows);
    if (seen.wrong.length === 0 || Date.now() > givenUpAt) return seen;
    await page.waitForTimeout(100);
  }
};

const mostTabs = 80;

/** What there is to do on the page, with its rows or without. */
const primaryOf = ({ primary = "anything", primaryOfNone }: ConsoleRoute, hasRows: boolean): string | null => {
  if (hasRows) return primary;
  if (primaryOfNone !== undefined) return primaryOfNone;
  return primary === "row" ? "anything" : primary;
};

/** Presses Tab until what is wanted has the focus, which must be seen. Answers what is wrong. */
const tabTo = async (page: Page, wanted: string): Promise<string[]> => {
  for (let tab = 0; tab < mostTabs; tab += 1) {
    await page.keyboard.press("Tab");
    const at = await page.evaluate((name) => {
      const focused = document.activeElement;
      if (!(focused instanceof HTMLElement)) return null;
      const said = (focused.getAttribute("aria-label") ?? focused.textContent ?? "").trim();
      const kinds: Record<string, string> = { row: "tr.row, tr.row *, .row-card *", anything: "*" };
      const kind = kinds[name];
      const isIt = kind === undefined ? said === name : focused.matches(kind);
      if (!isIt || !focused.closest("main")) return null;
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(focused);
      return { isSeen: (outlineStyle !== "none" && outlineWidth !== "0px") || boxShadow !== "none" };
    }, wanted);
    if (at) return at.isSeen ? [] : [`the focus on '${wanted}' is not seen`];
  }
  return [`Tab does not come to '${wanted}'`];
};

/**
 * By the keyboard alone from the top of the page: the link that skips the navigation, then Tab until what the operator
 * came for has the focus. Answers what is wrong.
 */
export const reachByKeyboard = async (page: Page, route: ConsoleRoute, hasRows: boolean): Promise<string[]> => {
  const primary = primaryOf(route, hasRows);
  if (primary === null) return [];
  await page.locator("a.skip").focus();
  await page.keyboard.press("Enter");
  const isPhone = (page.viewportSize()?.width ?? 0) < phonePixels;
  if (!isPhone || !route.inMenuOnPhone?.includes(primary)) return tabTo(page, primary);
  const toMenu = await tabTo(page, "More");
  if (toMenu.length > 0) return toMenu;
  await page.keyboard.press("Enter");
  const inMenu = await tabTo(page, primary);
  await page.keyboard.press("Escape");
  return inMenu;
};
