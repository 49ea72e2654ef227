import type { Page } from "playwright-core";

/** What the page has of them. */
interface Keeping {
  keptNotifications: { body: string; onclick: (() => void) | null }[];
}

/** Runs in the page, before anything of it does. */
const keep = () => {
  const kept: unknown[] = [];
  const Real = window.Notification;
  /** In the place of the browser's own, where it has no windows to show one in: such a one grants nothing. */
  class Unshown {
    static permission = "granted";
    onclick = null;
    body: string;
    constructor(_title: string, { body = "" }: NotificationOptions = {}) {
      this.body = body;
    }
    close() {}
  }
  const Shown = Real.permission === "granted" ? Real : Unshown;
  class Notification extends (Shown as typeof Real) {
    constructor(title: string, options?: NotificationOptions) {
      super(title, options);
      kept.push(this);
    }
  }
  Object.assign(window, { Notification, keptNotifications: kept });
};

/**
 * Allows the pages of a window to notify, and keeps the notifications, which nobody can click from outside the browser.
 * To be called before a page is opened.
 */
export const keepNotifications = async (page: Page) => {
  await page.context().grantPermissions(["notifications", "clipboard-read", "clipboard-write"]);
  await page.addInitScript(keep);
  return {
    /** To be repeated: an alert may come a moment before. */
    bodies: (): Promise<string[]> => {
      // settled: its callers repeat it
      return page.evaluate(() => (globalThis as unknown as Keeping).keptNotifications.map(({ body }) => body));
    },
    click: (of: string): Promise<void> => {
      const click = (wanted: string) => {
        const { keptNotifications } = globalThis as unknown as Keeping;
        keptNotifications.find(({ body }) => body === wanted)?.onclick?.();
      };
      // settled: it is called for one that was seen
      return page.evaluate(click, of);
    },
  };
};
