import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, chromium } from "playwright-core";
import { freePort } from "../../services/ports.ts";
import { findBrowser } from "../../testing/browser.ts";
import type { Trial } from "./trial.ts";

/** What a browser holds of somebody who has signed in. */
export type Held = Awaited<ReturnType<BrowserContext["storageState"]>>;

/** A browser with a profile of its own, empty but for what is `held`, to which others come by a port. */
export const openProfile = async (url: string, held: Held | null) => {
  const folder = await mkdtemp(join(tmpdir(), "cansole-profile-"));
  const { executablePath, env } = await findBrowser();
  const port = await freePort();
  const context = await chromium.launchPersistentContext(folder, {
    executablePath,
    env: { ...(process.env as Record<string, string>), ...env },
    args: ["--disable-dev-shm-usage", "--disable-gpu", `--remote-debugging-port=${port}`],
    viewport: { width: 1440, height: 900 },
  });
  const [page = await context.newPage()] = context.pages();
  if (held) {
    await context.addCookies(held.cookies);
    // A file of the console's that runs none of its code.
    await page.goto(`${url}/favicon.svg`);
    const items = held.origins.flatMap(({ localStorage }) => localStorage);
    await page.evaluate((all) => {
      for (const { name, value } of all) localStorage.setItem(name, value);
    }, items);
    await page.goto("about:blank");
  }
  return {
    port,
    context,
    page,
    close: async () => {
      await context.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
};

/** Signs in as an operator does, by his phone and the code on the terminal; answers what the browser holds afterwards. */
export const signIn = async (trial: Trial): Promise<Held> => {
  const { page, context, close } = await openProfile(trial.url, null);
  try {
    await page.goto(`${trial.url}/inventory/v1.2/login`);
    await page.getByLabel("Phone number").fill(trial.operatorPhone);
    const seen = trial.codesSeen();
    await page.getByRole("button", { name: "Send OTP" }).click();
    const code = await trial.code(seen);
    await page.locator('[name="otp"]').first().click();
    await page.keyboard.type(code);
    await page.keyboard.press("Enter");
    await page.getByRole("article").first().waitFor();
    return await context.storageState();
  } finally {
    await close();
  }
};
