import type { Locator, Page } from "playwright-core";

export interface Effort {
  clicks: number;
  /** Each character of what is typed is one. */
  keys: number;
  /** Windows' heights, and one for each box of the page that scrolls by itself. */
  scrolls: number;
}

/** How many windows' heights a part is out of sight. */
const outOfSight = (target: Locator): Promise<number> =>
  target.evaluate((part) => {
    const { top, bottom, left, right } = part.getBoundingClientRect();
    const middle = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    if (middle && (part.contains(middle) || middle.contains(part) || middle.closest("label")?.contains(part))) return 0;
    const away = Math.max(-top, bottom - innerHeight, 1);
    return Math.ceil(away / innerHeight);
  });

/** An operator's hand and eyes on a page: what they do is counted. */
export const createHand = (page: Page) => {
  const effort: Effort = { clicks: 0, keys: 0, scrolls: 0 };
  const see = async (target: Locator) => {
    const first = target.first();
    await first.waitFor();
    effort.scrolls += await outOfSight(first);
    await first.scrollIntoViewIfNeeded();
  };
  return {
    page,
    effort,
    /** What is looked for stands there, and is scrolled into sight. */
    see,
    click: async (target: Locator) => {
      await see(target);
      effort.clicks += 1;
      await target.first().click();
    },
    /** Where the focus is. */
    type: async (text: string) => {
      effort.keys += text.length;
      await page.keyboard.type(text);
    },
    press: async (...keys: string[]) => {
      effort.keys += keys.length;
      for (const key of keys) await page.keyboard.press(key);
    },
  };
};
export type Hand = ReturnType<typeof createHand>;
