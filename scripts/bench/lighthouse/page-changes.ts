import type { Page } from "playwright-core";

/** From the click until another page's shape, and until its data, was painted; in milliseconds. */
export interface PageChange {
  to: string;
  /** Nothing of it was fetched or loaded before, but what pointing at its link brings. */
  isFirst: boolean;
  shapeMs: number;
  dataMs: number;
}

type Watched = typeof globalThis & { change?: Promise<{ shapeMs: number; dataMs: number }> };

/** Runs in the page, before the click. */
const watchChange = () => {
  const longestMs = 20_000;
  for (const heading of document.querySelectorAll<HTMLElement>("main h1")) heading.dataset.left = "";
  let clickedAt = Number.NaN;
  addEventListener("click", ({ timeStamp }) => (clickedAt = timeStamp), { capture: true, once: true });
  const begun = performance.now();
  (globalThis as Watched).change = new Promise((resolve, reject) => {
    let shapeAt: number | null = null;
    const afterPaint = (then: (at: number) => void) => setTimeout(() => then(performance.now()));
    const look = () => {
      const isOther =
        document.querySelector("main h1[data-left]") === null &&
        document.querySelector("main :is(h1, .bone, [aria-label=Loading])") !== null;
      const isWhole =
        isOther &&
        document.querySelector("main h1") !== null &&
        document.querySelector("main :is(.bone, [aria-label=Loading]), .coming") === null;
      if (isOther && shapeAt === null)
        afterPaint((at) => {
          shapeAt ??= at - clickedAt;
        });
      if (isWhole) return afterPaint((at) => resolve({ shapeMs: shapeAt ?? at - clickedAt, dataMs: at - clickedAt }));
      if (performance.now() - begun > longestMs) return reject(new Error("the page did not come within 20 s"));
      return requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
};

const pagesInTurn = [
  ...["/live-status", "/Orders", "/inventory-status", "/Transactions", "/cans-in-stock", "/Users", "/products"],
  ...["/profiles", "/list-registered-vending-machine", "/sales", "/ledger", "/"],
];

/** Home's address has no slash at its end. */
const linkTo = (path: string) => `a.nav-link[href="/inventory/v1.2${path === "/" ? "" : path}"]`;

/** Clicks through the navigation, `rounds` times after a first one, and from Home to a machine and back. */
export const changePages = async (page: Page, url: string, rounds: number): Promise<PageChange[]> => {
  const found: PageChange[] = [];
  const click = async (to: string, selector: string, isFirst: boolean) => {
    const link = page.locator(selector).first();
    await link.hover();
    // Somebody who points at a link needs a moment to press; what that fetches is part of the console.
    await page.waitForTimeout(150);
    await page.evaluate(watchChange);
    await link.click();
    const took = await page.evaluate(() => (globalThis as Watched).change);
    if (took) found.push({ to, isFirst, ...took });
    await page.waitForTimeout(300);
  };
  await page.goto(`${url}/inventory/v1.2/`);
  await page.getByRole("article").first().waitFor();
  await page.locator(".live-live").waitFor();
  for (let round = 0; round <= rounds; round += 1) {
    for (const path of pagesInTurn) await click(path, linkTo(path), round === 0);
    await click("a machine", 'main article a[href*="/vendingMachine/"]', round === 0);
    await click("/", linkTo("/"), false);
  }
  return found;
};
