import { afterAll, expect, test } from "vitest";
import { setUp } from "#shared/testing/set-up.ts";
import { sharedBrowser } from "../testing/browser.ts";
import { openVisit, type Visit } from "../testing/visit.ts";
import { startPaymentProvider } from "./server.ts";

const visits: Visit[] = [];
const provider = setUp(
  () => startPaymentProvider({ keyId: "id", keySecret: "secret", notices: () => null, paceMs: 3_600_000 }),
  ({ close }) => close(),
);
afterAll(async () => {
  for (const visit of visits) await visit.close();
});

const open = async (width: number) => {
  const visit = await openVisit(await sharedBrowser(), { url: provider.url, width });
  visits.push(visit);
  await visit.page.goto(provider.url);
  return visit;
};

test.each([1440, 390])("whoever tries Cansole pays an order as they like, %i px wide", async (width) => {
  const receipt = `ORD-${width}`;
  const { page, findViolationsInBothThemes, complaints } = await open(width);
  const { id } = provider.books.addOrder(1_234_560, "INR", receipt);
  const row = page.getByRole("row", { name: receipt });
  await row.getByText("₹12,345.60").waitFor();
  await page.getByRole("combobox", { name: `How ${receipt} is paid` }).selectOption("fail");

  await page.getByRole("button", { name: `Pay ${receipt}` }).click();
  await row.getByText("failed", { exact: true }).waitFor();
  await page.getByRole("combobox", { name: `How ${receipt} is paid` }).selectOption("succeed");
  await page.getByRole("button", { name: `Pay ${receipt}` }).click();
  await row.getByText("captured", { exact: true }).waitFor();

  await page.getByRole("status").filter({ hasText: ": captured" }).waitFor();
  expect(provider.books.ofOrder(id).map(({ shown }) => shown.status)).toEqual(["failed", "captured"]);
  const isTooWide = () => page.evaluate<boolean>("document.documentElement.scrollWidth > innerWidth");
  const look = async () => ((await isTooWide()) ? ["the page is wider than its window"] : []);
  expect(await findViolationsInBothThemes(look)).toEqual([]);
  expect(complaints()).toEqual([]);
});
