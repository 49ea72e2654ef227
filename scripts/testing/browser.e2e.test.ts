import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "#shared/testing/eventually.ts";
import { findBrowser, launchBrowser } from "./browser.ts";

const server = createServer((_request, response) => {
  response.setHeader("content-type", "text/html; charset=utf-8");
  response.end(`<button onclick="this.textContent = 'Pressed'">Press</button>`);
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(() => server.close());

test("a browser is found here, opens a page and clicks, several times over", async () => {
  const browser = await launchBrowser();
  for (let visit = 0; visit < 3; visit += 1) {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    await page.getByRole("button").click();
    await eventually(async () => expect(await page.getByRole("button").textContent()).toBe("Pressed"));
    await context.close();
  }
  await browser.close();
});

test("a CHROMIUM_PATH that is no program is named", async () => {
  await expect(findBrowser({ CHROMIUM_PATH: "/nowhere/chromium" })).rejects.toThrow(/CHROMIUM_PATH.*nowhere/);
});
