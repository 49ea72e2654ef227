import { afterAll, expect, onTestFailed, test } from "vitest";
import { setUpGateway } from "../gateway/testing/gateway-under-test.ts";
import { sharedBrowser } from "./testing/browser.ts";
import { openVisit, type Visit } from "./testing/visit.ts";

const gateway = setUpGateway();
const visits: Visit[] = [];
afterAll(async () => {
  for (const visit of visits) await visit.close();
});

test("the API is read on its page, which asks nothing of other hosts and breaks no policy", async () => {
  const visit = await openVisit(await sharedBrowser(), { url: gateway.url, width: 1440 });
  visits.push(visit);
  const { page, complaints } = visit;
  const hosts = new Set<string>();
  // settled: each request says once where it goes
  page.on("request", (request) => hosts.add(new URL(request.url()).host));

  // Its texts come from documents that it reads by itself: without them it stays empty, and says so here alone.
  const came: string[] = [];
  // settled: each answer says once where it came from
  page.on("response", (answer) => came.push(`${answer.status()} ${answer.url()}`));
  // settled: each failed request says so once
  page.on("requestfailed", (request) => came.push(`${request.failure()?.errorText} ${request.url()}`));
  onTestFailed(async () => {
    const shown = await page.locator("body").ariaSnapshot({ timeout: 5_000 });
    console.error([...came, ...complaints(), `It showed: ${shown.slice(0, 2_000)}`].join("\n"));
  });

  await page.goto(`${gateway.url}/api/v1.2/docs`);
  await page.getByRole("heading", { name: "Cansole", exact: true }).waitFor();
  await page.getByText("orders").first().waitFor({ state: "attached" });

  expect([...hosts].filter((host) => host !== "" && host !== new URL(gateway.url).host)).toEqual([]);
  // Scalar warns of what its own schema of OpenAPI does not know; what the policy forbids is an error.
  expect(complaints().filter((text) => !text.startsWith("warning: "))).toEqual([]);
});
