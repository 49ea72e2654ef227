import type { Page } from "playwright-core";

/** What moved, how far (as Chromium scores it) and what it was. */
interface Shift {
  score: number;
  what: string[];
}

/** Runs in the page: keeps what moved by itself, from the first paint on. */
const noteShifts = () => {
  type Moved = PerformanceEntry & {
    value: number;
    hadRecentInput: boolean;
    sources?: { node?: Node; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
  };
  const shifts: Shift[] = [];
  const note = (entries: PerformanceEntry[]) => {
    for (const { value, hadRecentInput, sources = [] } of entries as Moved[]) {
      if (hadRecentInput) continue;
      const what = sources.map(({ node, previousRect: from, currentRect: to }) => {
        const name =
          node instanceof Element ? `${node.tagName.toLowerCase()}.${node.className}` : String(node?.nodeName);
        return `${name} ${from.x},${from.y} ${from.width}x${from.height} to ${to.x},${to.y} ${to.width}x${to.height}`;
      });
      shifts.push({ score: value, what });
    }
  };
  const observer = new PerformanceObserver((list) => note(list.getEntries()));
  observer.observe({ type: "layout-shift", buffered: true });
  Object.assign(globalThis, {
    shiftsSoFar: () => {
      note(observer.takeRecords());
      return shifts;
    },
  });
};

/** Runs in the page: what it requests of the API is answered once it may be. A route would empty the browser's cache. */
const holdAnswers = () => {
  let answer: () => void = () => undefined;
  const answers = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const request = globalThis.fetch;
  globalThis.fetch = async (input: RequestInfo | URL, init?: RequestInit) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input, location.href);
    if (pathname.startsWith("/api/v1.2/")) await answers;
    return request(input, init);
  };
  Object.assign(globalThis, { answer });
};

/** Opens pages whose data comes only after their skeletons have been painted, and returns what moved when it came. */
export const openSlowly = async (page: Page) => {
  await page.addInitScript(noteShifts);
  await page.addInitScript(holdAnswers);
  const painted = async () => {
    // settled: it waits for two frames
    await page.evaluate(
      () => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
    );
  };
  return async (open: () => Promise<void>, ready: () => Promise<unknown>): Promise<Shift[]> => {
    await open();
    await page.locator("#page .bone").first().waitFor({ state: "attached" });
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    await painted();
    await page.evaluate(() => (globalThis as unknown as { answer: () => void }).answer());
    await ready();
    await page.locator("#page .bone").first().waitFor({ state: "detached" });
    await painted();
    await painted();
    // settled: the data stands, and two frames with it were painted twice
    return page.evaluate(() => (globalThis as unknown as { shiftsSoFar: () => Shift[] }).shiftsSoFar());
  };
};
