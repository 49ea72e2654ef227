import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "#shared/testing/eventually.ts";
import { sharedBrowser } from "../testing/browser.ts";
import { openGallery } from "../testing/built-gallery.ts";
import { createWindows, type Visit, type VisitInput } from "../testing/visit.ts";

let gallery: Awaited<ReturnType<typeof openGallery>>;
let windows: ReturnType<typeof createWindows>;
beforeAll(async () => {
  gallery = await openGallery();
  windows = createWindows(await sharedBrowser());
});
afterAll(async () => {
  await windows?.close();
  await gallery?.stop();
});

const show = async (shown: Omit<VisitInput, "url"> = {}): Promise<Visit> => {
  const visit = await windows.open({ url: gallery.url, ...shown });
  await visit.goTo("/gallery.html?show=controls");
  await visit.page.getByRole("heading", { level: 1, name: "Controls" }).waitFor();
  return visit;
};
const openList = async ({ page }: Visit, name: string, inside = page.getByRole("main")) => {
  await inside.getByRole("combobox", { name, exact: true }).focus();
  await page.keyboard.press("ArrowDown");
  const list = page.getByRole("listbox", { name, exact: true });
  await list.waitFor();
  return list;
};
const focused = ({ page }: Visit) =>
  page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent);

test.each([1440, 390])(
  "no control has an accessibility violation or a complaint in either theme, its list open too: %i px",
  async (width) => {
    const visit = await show({ width });
    const { page } = visit;
    const found = await visit.findViolationsInBothThemes();
    for (const name of ["Brand", "Flavour", "Brands", "All brands"]) {
      const list = await openList(visit, name);
      found.push(...(await visit.findViolationsInBothThemes()).map((text) => `${name}: ${text}`));
      await page.keyboard.press("Escape");
      await list.waitFor({ state: "detached" });
    }
    for (const at of [0, 1]) {
      await page.getByRole("button", { name: "Open calendar" }).nth(at).click();
      await page.getByRole("grid").waitFor();
      found.push(...(await visit.findViolationsInBothThemes()).map((text) => `calendar ${at}: ${text}`));
      await page.keyboard.press("Escape");
      await page.getByRole("grid").waitFor({ state: "detached" });
    }
    expect(found).toEqual([]);
    expect(visit.complaints()).toEqual([]);
    await visit.close();
  },
);

test.each(["Brand", "Brands"])(
  "the list of %s follows its field when the page scrolls, and a click elsewhere closes it",
  async (name) => {
    const visit = await show({ width: 390 });
    const { page } = visit;
    const list = await openList(visit, name);
    const field = page
      .getByRole("main")
      .getByRole("combobox", { name, exact: true })
      .locator("xpath=ancestor::*[contains(@class,'select')][1]");
    const gap = async () => ((await list.boundingBox())?.y ?? 0) - ((await field.boundingBox())?.y ?? 0);
    const before = await gap(); // settled: the list is open and nothing has scrolled yet
    await page.mouse.move(5, 5);
    await page.mouse.wheel(0, 60);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(30);
    await expect.poll(async () => Math.abs((await gap()) - before)).toBeLessThan(2);

    await page.getByRole("heading", { level: 2 }).filter({ visible: true }).first().click();
    await list.waitFor({ state: "detached" });
    await visit.close();
  },
);

test.each(["Brand", "Flavour"])("in a dialog Escape closes the list of %s alone, then the dialog", async (name) => {
  const visit = await show();
  const { page } = visit;
  await page.getByRole("button", { name: "Open dialog" }).click();
  const dialog = page.getByRole("dialog", { name: "Add brand" });
  const list = await openList(visit, name, dialog);
  await page.keyboard.press("Escape");
  await list.waitFor({ state: "detached" });
  await eventually(async () => expect(await dialog.isVisible()).toBe(true));
  const field = dialog.getByRole("combobox", { name, exact: true });
  await eventually(async () => expect(await field.evaluate((input) => input === document.activeElement)).toBe(true));
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await visit.close();
});

test("a range is chosen by keyboard alone, and what is chosen can be typed as well", async () => {
  const visit = await show();
  const { page } = visit;
  const [start, end] = [page.getByLabel("Start Date"), page.getByLabel("End Date")];
  await start.fill("3/11/2026");
  await end.fill("2026-11-05");
  await end.blur();
  await eventually(async () =>
    expect([await start.inputValue(), await end.inputValue()]).toEqual(["3 Nov 2026", "5 Nov 2026"]),
  );

  await start.focus();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect.poll(() => focused(visit)).toBe("3 Nov 2026");
  const goTo = async (key: string, day: string) => {
    await page.keyboard.press(key);
    await eventually(async () => expect(await focused(visit)).toBe(day));
  };
  await goTo("ArrowDown", "10 Nov 2026");
  await goTo("ArrowRight", "11 Nov 2026");
  await page.keyboard.press("Enter");
  // The calendar is drawn anew, and handles the next key when that is over.
  await page.locator('[aria-pressed="true"]:focus').waitFor();
  await goTo("ArrowDown", "18 Nov 2026");
  await page.keyboard.press("Enter");
  await page.getByRole("grid").waitFor({ state: "detached" });
  await eventually(async () =>
    expect([await start.inputValue(), await end.inputValue()]).toEqual(["11 Nov 2026", "18 Nov 2026"]),
  );
  await eventually(async () => expect(await focused(visit)).toBe("Open calendar"));

  await start.fill("11 Nov");
  await start.blur();
  await page.getByText("Write it as 21 Nov 2026").waitFor();
  expect(visit.complaints()).toEqual([]);
  await visit.close();
});

test("the switches of a row are walked by the arrows and pressed by Enter", async () => {
  const visit = await show();
  const { page } = visit;
  await page.getByRole("button", { name: /^All/ }).focus();
  for (const key of ["ArrowRight", "ArrowRight", "Enter"]) await page.keyboard.press(key);
  await page.getByRole("button", { name: /^Offline/, pressed: true }).waitFor();
  await visit.close();
});
