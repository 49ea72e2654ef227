import type { Page } from "playwright-core";
import type { Visit } from "../testing/visit.ts";
import { paintedAfter } from "./console.ts";

/** What the screens of machines show their rows in: tables, the pivot, cards. */
interface Screen {
  name: string;
  /** Another page, with whose navigation the link is in sight. */
  from: string;
  link: RegExp;
  /** What filters it. */
  filter: (page: Page) => Promise<void>;
}

const press = (name: RegExp) => async (page: Page) => {
  await page.getByRole("button", { name }).first().click();
};
const screens: readonly Screen[] = [
  { name: "Live Status", from: "/regions", link: /^Live Status/, filter: press(/^Online/) },
  { name: "Home", from: "/regions", link: /^Home/, filter: press(/^Deactive/) },
  { name: "Inventory Status", from: "/regions", link: /^Inventory Status/, filter: press(/^Brand 3/) },
  {
    name: "Registered",
    from: "/register-vending-machine",
    link: /^List Registered/,
    filter: press(/^Serial Number/),
  },
];

/** Runs in the page. */
const prepare = () => {
  const first = () =>
    document.querySelector("tbody tr.row, .pivot tbody tr.row, .tiles > li")?.textContent?.slice(0, 12) ?? "";
  Object.assign(globalThis, { first, before: first() });
};
const hasOtherRows = () => {
  const { first, before } = globalThis as unknown as { first: () => string; before: string };
  return first() !== "" && first() !== before;
};

/** What an operator waits at least before the next click: the page before is at rest by then. */
const atRestMs = 500;

/**
 * From the last click until the rows are painted: each screen from another one of the same loaded console, and its
 * filter.
 */
export async function* lookAtLists(
  { page, goTo }: Visit,
  rounds: number,
): AsyncGenerator<{ what: string; ms: number[] }> {
  for (const { name, from, link, filter } of screens) {
    const [opened, filtered]: [number[], number[]] = [[], []];
    const links = page.getByRole("navigation");
    const to = links.getByRole("link", { name: link }).first();
    await goTo(from);
    for (let round = 0; round <= rounds; round += 1) {
      if (round > 0) await links.locator(`a[href$="${from}"]`).first().click();
      await to.waitFor();
      await page.waitForTimeout(atRestMs);
      const [shown = 0] = await paintedAfter(page, { prepare, conditions: [hasOtherRows] }, () => to.click());
      const [changed = 0] = await paintedAfter(page, { prepare, conditions: [hasOtherRows] }, () => filter(page));
      // The first visit loads the page's code.
      if (round === 0) continue;
      opened.push(shown);
      filtered.push(changed);
    }
    yield { what: `${name} from another page`, ms: opened };
    yield { what: `${name}, a filter`, ms: filtered };
  }
}
