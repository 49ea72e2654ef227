import { setTimeout as sleep } from "node:timers/promises";
import { Transformer } from "@napi-rs/image";
import type { Browser, Locator, Page } from "playwright-core";
import { openVisit } from "../testing/visit.ts";
import type { DemoConsole } from "./demo-console.ts";
import { type Frame, movingPng, type Size } from "./moving-png.ts";

/** As wide as a README's picture is shown, so that its words are read as they are. */
const size: Size = { width: 1000, height: 640 };
const betweenShotsMs = 60;
/** What a reader needs to see a step, and how long one waits for him: a door may be open for twenty seconds. */
const shortestMs = 250;
const longestMs = 1_500;
const lastMs = 4_000;
const doorMs = 60_000;

/** A hand: pictures of a page have none. It lies above dialogs too, and is shown anew where one has opened since. */
const addHand = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const hand = document.createElement("div");
    hand.id = "hand";
    hand.popover = "manual";
    Object.assign(hand.style, {
      inset: "auto",
      margin: "0",
      padding: "0",
      border: "0",
      background: "none",
      overflow: "visible",
      pointerEvents: "none",
      left: "70%",
      top: "80%",
    });
    hand.innerHTML =
      '<svg width="20" height="24" viewBox="0 0 20 24"><path d="M2 1v18l4.600-4.200 2.900 6.700 3.300-1.400-2.900-6.600h6.300z" fill="#151a21" stroke="#ffffff" stroke-width="1.500"/></svg>';
    document.body.append(hand);
    hand.showPopover();
  });

const moveHand = async (page: Page, to: Locator): Promise<void> => {
  const box = await to.boundingBox();
  if (!box) throw new Error("What the hand goes to is not on the page.");
  await page.evaluate(
    ({ left, top }) => {
      const hand = document.getElementById("hand");
      hand?.hidePopover();
      hand?.showPopover();
      if (hand) Object.assign(hand.style, { left: `${left}px`, top: `${top}px` });
    },
    { left: box.x + box.width / 2 - 2, top: box.y + box.height / 2 },
  );
};

const rgbOf = async (png: Buffer): Promise<Buffer> => {
  const pixels = await new Transformer(png).rawPixels();
  const count = size.width * size.height;
  const channels = pixels.length / count;
  const rgb = Buffer.alloc(count * 3);
  for (let pixel = 0; pixel < count; pixel += 1) pixels.copy(rgb, pixel * 3, pixel * channels, pixel * channels + 3);
  return rgb;
};

interface Shot {
  png: Buffer;
  at: number;
}
const framesOf = async (shots: readonly Shot[]): Promise<Frame[]> => {
  const seen: Shot[] = [];
  for (const shot of shots) if (!seen.at(-1)?.png.equals(shot.png)) seen.push(shot);
  const frames: Frame[] = [];
  for (const [nth, { png, at }] of seen.entries()) {
    const next = seen[nth + 1];
    const shownMs = next ? Math.min(longestMs, Math.max(shortestMs, next.at - at)) : lastMs;
    frames.push({ rgb: await rgbOf(png), shownMs });
  }
  return frames;
};

/** A container's door is opened from its tile; tile, card and session follow the machine until it is closed again. */
const openDoor = async (page: Page): Promise<void> => {
  const press = async (what: Locator) => {
    await moveHand(page, what);
    await sleep(700);
    await what.click();
    await sleep(300);
  };
  await press(page.locator(".can-front .tile").nth(8));
  const card = page.getByRole("article", { name: /^Container \d+$/ });
  await press(card.getByRole("button", { name: "Open", exact: true }));
  await press(page.getByRole("alertdialog").getByRole("button", { name: "Open container" }));
  await card.getByText("Seen open, then closed").waitFor({ timeout: doorMs });
};

/** One animated picture, taken from a real console whose machine answers: asked, sent, acknowledged, opened, closed. */
export const filmDoor = async (demo: DemoConsole, browser: Browser): Promise<Buffer> => {
  const visit = await openVisit(browser, { url: demo.url, token: demo.token, width: size.width });
  const { page } = visit;
  try {
    await page.setViewportSize(size);
    await page.addInitScript(() => localStorage.setItem("nav", "folded"));
    await visit.goTo(`/vendingMachine/${demo.machineId}/Inventory`);
    await page.locator(".can-front .tile").first().waitFor();
    await page.locator(".live-live").waitFor();
    await page.evaluate(() => document.fonts.ready);
    // Other doors that stand open would be another story.
    await page.waitForFunction(() => document.querySelector(".can-front .tile-lock.tile-open") === null);
    await page.getByRole("heading", { name: "Containers", exact: true }).evaluate((title) => {
      scrollTo(0, title.getBoundingClientRect().top + scrollY - 76);
    });
    await addHand(page);
    const shots: Shot[] = [];
    const end = new AbortController();
    const shooting = (async () => {
      while (!end.signal.aborted) {
        // A sign that turns is no step of the story.
        shots.push({ png: await page.screenshot({ animations: "disabled" }), at: Date.now() });
        await sleep(betweenShotsMs);
      }
    })();
    try {
      await openDoor(page);
      await sleep(500);
    } finally {
      end.abort();
      await shooting;
    }
    return await movingPng(size, await framesOf(shots));
  } finally {
    await visit.close();
  }
};
