import { expect } from "vitest";
import { eventually, until } from "#shared/testing/eventually.ts";
import { goInside, untilWhole } from "../screens/seen-page.ts";
import type { Visit } from "../testing/visit.ts";

/** Opens another page as a link of the console leads there, which costs a fraction of loading the console anew. */
export const follow = async (visit: Visit, path: string): Promise<void> => {
  // settled: nobody has led the page anywhere, or the test has
  if (visit.page.url() === "about:blank") await visit.goTo(path);
  else await goInside(visit.page, path);
  await untilWhole(visit.page, { heading: null });
};

/** The browser stands on that page of the console. */
export const reaches = ({ page }: Visit, path: string) =>
  eventually(() =>
    expect(`${new URL(page.url()).pathname}/`.replace("//", "/")).toBe(`/inventory/v1.2${path}/`.replace("//", "/")),
  );

/** An alert with these words comes, or has come and was not waited for yet: a second one needs a second alert. */
export const alert = ({ alerts }: Visit, text: string) =>
  eventually(() => {
    const at = alerts.findIndex((one) => one.includes(text));
    if (at < 0) throw new Error(`no alert says "${text}", but: ${JSON.stringify(alerts)}`);
    alerts.splice(at, 1);
  });

/** The secret of a control unit, which its page shows this once; with `before`, another one than that. */
export const shownSecret = ({ page }: Visit, before = ""): Promise<string> =>
  until("a secret on the screen", async () => {
    const text = await page.locator(".secret-text").textContent();
    return text === before ? null : text;
  });

/** The heads of the table's columns that have words. */
export const hasHeads = ({ page }: Visit, heads: string[]): Promise<void> =>
  eventually(async () => {
    const texts = await page.getByRole("columnheader").allTextContents();
    expect(texts.map((text) => text.trim()).filter(Boolean)).toEqual(heads);
  });

/** A row of a table that says this. */
export const row = ({ page }: Visit, text: string) => page.locator("tbody tr.row", { hasText: text });

/** A case in the list of a queue. */
export const queued = ({ page }: Visit, text: string) => page.locator("button.queue-row", { hasText: text });

export const button = ({ page }: Visit, name: string) =>
  page.getByRole("main").getByRole("button", { name, exact: true });

/** Chooses in a select field by its label. */
export const choose = async ({ page }: Visit, label: string, option: string) => {
  await page.getByRole("combobox", { name: label }).focus();
  await page.keyboard.press("ArrowDown");
  await page.getByRole("option", { name: option }).click();
};

/** Shows the filters of a list that stand behind Filter. */
export const openFilters = (visit: Visit) => button(visit, "Filter").click();

/** Shows the days of a list's filter, which close when something else is clicked. */
export const openDays = ({ page }: Visit) => page.getByRole("main").getByTitle("Days", { exact: true }).click();
