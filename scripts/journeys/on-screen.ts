import { expect } from "vitest";
import { eventually } from "#shared/testing/eventually.ts";
import type { Visit } from "../testing/visit.ts";

/** The browser stands on that page of the console. */
export const reaches = ({ page }: Visit, path: string) =>
  eventually(() =>
    expect(`${new URL(page.url()).pathname}/`.replace("//", "/")).toBe(`/inventory/v1.2${path}/`.replace("//", "/")),
  );

/** An alert with these words is on the screen. */
export const alert = ({ page }: Visit, text: string) => page.locator(".toast", { hasText: text }).first().waitFor();

/** A row of a table that says this. */
export const row = ({ page }: Visit, text: string) => page.locator("tbody tr.row", { hasText: text });

export const button = ({ page }: Visit, name: string) =>
  page.getByRole("main").getByRole("button", { name, exact: true });

/** Chooses in a select field by its label. */
export const choose = async ({ page }: Visit, label: string, option: string) => {
  await page.getByRole("combobox", { name: label }).focus();
  await page.keyboard.press("ArrowDown");
  await page.getByRole("option", { name: option }).click();
};
