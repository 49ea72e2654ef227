import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type axe from "axe-core";
import type { Browser, BrowserContext, Disposable, Page } from "playwright-core";

export interface VisitInput {
  /** Where the gateway stands. */
  url: string;
  /**
   * The address at which axe-core is served; without it each page is sent the text, which takes a quarter of a second
   * of a processor.
   */
  axeUrl?: string;
  /** Signed in from the start; without it the login page is all there is. */
  token?: string;
  width?: number;
  theme?: "light" | "dark";
  /**
   * In a window of its own, whose cache is empty and which nobody gets after it: for what would stay in it, such as a
   * clock, a permission or a script of all its pages.
   */
  isAlone?: boolean;
}

export interface Visit {
  page: Page;
  /** Opens a page of the console by its path, such as `/live-status`. */
  goTo(path: string): Promise<void>;
  /** What the browser's own console said: errors, warnings, exceptions. A refused request is one only where nobody expects it. */
  complaints(): string[];
  /** Answers of this status are part of the story: the browser's note of them is no complaint. */
  expectStatus(status: number): void;
  /** An exception with these words is part of the story. */
  expectException(words: string): void;
  /** The alerts that came and that nobody has taken yet, oldest first: on the screen each stays for a moment only. */
  alerts: string[];
  /** What axe-core finds wrong on the page as it stands, one line each. */
  findViolations(): Promise<string[]>;
  /**
   * The same by day and by night, of a page that was opened in light: by night only the rules about colours run again,
   * because nothing else of the page differs. `look` sees the page in both.
   */
  findViolationsInBothThemes(look?: () => Promise<string[]>): Promise<string[]>;
  close(): Promise<void>;
}

/** Packed, it is a third. */
const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Those of axe-core's rules that a theme can break. */
const colourRules = ["color-contrast", "link-in-text-block"];

/** The console's own, which is a good part of most pages. */
const navigation = "nav[aria-label=Console]";

/** Where this process has looked at the navigation: once for each size, theme and wording. */
const looked = new Set<string>();

/** Runs in the page: its words, in this size and theme; null where there is none. */
const asNavigationStands = (selector: string): string | null => {
  const words = document.querySelector(selector)?.textContent;
  if (words === undefined) return null;
  return `${innerWidth} ${innerHeight} ${matchMedia("(prefers-color-scheme: dark)").matches} ${words}`;
};

const phoneWidth = 640;
const usualWidths = { desk: 1440, phone: 390 };
const sizeOf = (width: number) => ({ width, height: width < phoneWidth ? 844 : 900 });

/** Runs in the page: reports each alert as it appears. */
const noteAlerts = () => {
  const { noteAlert } = globalThis as unknown as { noteAlert: (text: string) => void };
  new MutationObserver((changes) => {
    for (const added of changes.flatMap((change) => [...change.addedNodes])) {
      if (!(added instanceof Element)) continue;
      const toasts = added.matches(".toast") ? [added] : [...added.querySelectorAll(".toast")];
      for (const toast of toasts) noteAlert(toast.textContent ?? "");
    }
  }).observe(document, { childList: true, subtree: true });
};

/** The compiler of these files names functions by a helper that a page does not have. */
export const nameHelper = "globalThis.__name = (of) => of";

/**
 * A window of this kind. How wide it is and its theme are set for each visit. `density` is a phone's: pixels of the screen
 * for one of a page.
 */
const openContext = async (browser: Browser, forPhone: boolean, density = 2): Promise<BrowserContext> => {
  const context = await browser.newContext({
    viewport: sizeOf(forPhone ? usualWidths.phone : usualWidths.desk),
    colorScheme: "light",
    reducedMotion: "reduce",
    hasTouch: forPhone,
    isMobile: forPhone,
    deviceScaleFactor: forPhone ? density : 1,
    locale: "en-GB",
    timezoneId: "Asia/Kolkata",
    permissions: ["clipboard-read", "clipboard-write"],
  });
  await context.addInitScript(nameHelper);
  return context;
};

const isPhone = ({ width = usualWidths.desk }: VisitInput) => width < phoneWidth;

/** Every page of the window is signed in, until what this answers is disposed of. */
const signIn = (context: BrowserContext, token: string): Promise<Disposable> =>
  context.addInitScript((held) => localStorage.setItem("token", held), token);

/** One operator's browser window, with its own storage and an empty cache; a narrow one is a phone. */
export const openVisit = async (browser: Browser, input: VisitInput): Promise<Visit> => {
  const context = await openContext(browser, isPhone(input));
  if (input.token) await signIn(context, input.token);
  return visitIn(await context.newPage(), input, () => context.close());
};

/**
 * A window, and the page that it keeps. Nobody sees that page: it keeps alive the process of the console's pages, which
 * are opened from it, so that the next visit finds it warm (`sharedBrowser` gives one to each window).
 */
interface Window {
  context: BrowserContext;
  kept: Page;
}

/** A page of the console's own origin on which nothing runs. */
const stillPath = "/inventory/v1.2/favicon.svg";

const openWindow = async (browser: Browser, input: VisitInput): Promise<Window> => {
  // Nobody sees how sharp a phone is here, and four times the pixels are drawn four times as long.
  const context = await openContext(browser, isPhone(input), 1);
  const kept = await context.newPage();
  await kept.goto(`${input.url}${stillPath}`);
  return { context, kept };
};

const openPage = async ({ kept }: Window): Promise<Page> => {
  const [page] = await Promise.all([kept.waitForEvent("popup"), kept.evaluate(() => void window.open())]);
  return page;
};

/** A visit is over, and leaves nothing in its window but what the browser itself keeps. */
const endVisit = async ({ context, kept }: Window): Promise<void> => {
  await Promise.all(context.pages().map((page) => (page === kept ? undefined : page.close())));
  await context.clearCookies();
  await kept.evaluate(() => localStorage.clear());
};

/**
 * Windows of one browser: a visit to the address of an earlier one, at a desk or on a phone as that was, finds the
 * console's files in the cache, as an operator does who has been there, in half the time.
 */
export const createWindows = (browser: Browser) => {
  const all: Window[] = [];
  const free = new Map<string, Window[]>();
  return {
    open: async (input: VisitInput): Promise<Visit> => {
      const { url, token, isAlone = false } = input;
      if (isAlone) return openVisit(browser, input);
      const kind = `${url} ${isPhone(input)}`;
      const known = free.get(kind) ?? [];
      free.set(kind, known);
      const window = known.pop() ?? (await openWindow(browser, input));
      if (!all.includes(window)) all.push(window);
      const signedIn = token ? await signIn(window.context, token) : null;
      let isOver = false;
      return visitIn(await openPage(window), input, async () => {
        if (isOver) return;
        isOver = true;
        try {
          await signedIn?.dispose();
          await endVisit(window);
          known.push(window);
        } catch {
          // Nobody gets a window whose console is gone, or whose page is.
          await window.context.close();
        }
      });
    },
    close: async (): Promise<void> => {
      await Promise.all(all.map(({ context }) => context.close()));
    },
  };
};

const visitIn = async (
  page: Page,
  { url, axeUrl, width, theme = "light" }: VisitInput,
  close: () => Promise<void>,
): Promise<Visit> => {
  if (width !== undefined && width !== page.viewportSize()?.width) await page.setViewportSize(sizeOf(width));
  if (theme !== "light") await page.emulateMedia({ colorScheme: theme });
  const said: string[] = [];
  const expected: string[] = [];
  const alerts: string[] = [];
  await page.exposeBinding("noteAlert", (_source, text: string) => alerts.push(text));
  await page.addInitScript(noteAlerts);
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") said.push(`${message.type()}: ${message.text()}`);
  });
  page.on("pageerror", (error) => said.push(`exception: ${error.message}`));

  const findViolations = async (about: "everything" | "colours" = "everything"): Promise<string[]> => {
    // What still loads is dim, and so is its text, for a moment.
    await page.waitForFunction(() => !document.querySelector(".coming, .table[aria-busy='true']"));
    if (!(await page.evaluate(() => "axe" in globalThis)))
      await (axeUrl ? page.addScriptTag({ url: axeUrl }) : page.evaluate(axeSource));
    const frame = await page.evaluate(asNavigationStands, navigation);
    const isSeen = looked.has(`everything ${frame}`) || looked.has(`${about} ${frame}`);
    const { violations } = await page.evaluate(
      ({ rules, seen }) =>
        (globalThis as unknown as { axe: typeof axe }).axe.run(seen ? { exclude: [seen] } : document, {
          resultTypes: ["violations"],
          // No rule that is on by default needs sheets or films fetched anew.
          preload: false,
          ...(rules ? { runOnly: { type: "rule", values: rules } } : {}),
        }),
      { rules: about === "colours" ? colourRules : null, seen: isSeen ? navigation : null },
    );
    if (frame !== null) looked.add(`${about} ${frame}`);
    return violations.map(({ id, help, nodes }) => `${id}: ${help} (${nodes.map(({ target }) => target).join(", ")})`);
  };

  return {
    page,
    alerts,
    goTo: async (path) => {
      await page.goto(`${url}/inventory/v1.2${path}`);
    },
    complaints: () => said.filter((text) => !expected.some((note) => text.includes(note))),
    expectStatus: (status) => {
      expected.push(`the server responded with a status of ${status} `);
    },
    expectException: (words) => {
      expected.push(words);
    },
    findViolations: () => findViolations(),
    findViolationsInBothThemes: async (look = async () => []) => {
      const byDay = [...(await findViolations()), ...(await look())];
      await page.emulateMedia({ colorScheme: "dark" });
      const byNight = [...(await findViolations("colours")), ...(await look())];
      await page.emulateMedia({ colorScheme: "light" });
      return [...byDay, ...byNight.map((text) => `dark: ${text}`)];
    },
    close,
  };
};
