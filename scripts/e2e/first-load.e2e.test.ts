import { afterEach, expect, onTestFinished, test } from "vitest";
import { eventually, until } from "#shared/testing/eventually.ts";
import { setUp } from "#shared/testing/set-up.ts";
import type { Visit } from "../testing/visit.ts";
import { type ConsoleApp, openConsole } from "./console-app.ts";

/** Over the wire, of script and its heads: a phone's connection at a machine fetches it within a few seconds. */
const mostScriptBytes = 200_000;

// Browsers take brotli from secure pages only; an office's address over http is sent gzip.
const plain = setUp(() => openConsole({ machines: 2, isPlainHttp: true }));
const local = setUp(() => openConsole({ machines: 2 }));
afterEach(() => {
  for (const app of [plain, local]) expect(app.complaints()).toEqual([]);
});

interface Loaded {
  url: string;
  type: string;
  bytes: number;
  coding: string | undefined;
}

/** Everything that a browser without a cache fetches until the page stands, as counted by Chromium. */
const firstLoad = async (app: ConsoleApp, path: string, signedIn: boolean, words: string): Promise<Loaded[]> => {
  const visit = await app.visit({ signedIn, isAlone: true });
  const wire = await visit.page.context().newCDPSession(visit.page);
  const known = new Map<string, Loaded>();
  const unanswered = new Map<string, string>();
  wire.on("Network.requestWillBeSent", ({ requestId, request }) => unanswered.set(requestId, request.url));
  wire.on("Network.loadingFailed", ({ requestId }) => unanswered.delete(requestId));
  wire.on("Network.responseReceived", ({ requestId, response, type }) => {
    const coding = Object.entries(response.headers).find(([name]) => name.toLowerCase() === "content-encoding")?.[1];
    known.set(requestId, { url: response.url, type, bytes: 0, coding });
  });
  wire.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const loaded = known.get(requestId);
    if (loaded) loaded.bytes = encodedDataLength;
    unanswered.delete(requestId);
  });
  await wire.send("Network.enable");
  await visit.goTo(path);
  await visit.page.getByText(words).first().waitFor();
  // Longer than a browser waits before it complains of something that was fetched ahead and not used.
  await visit.page.waitForTimeout(4_000);
  await eventually(() => expect([...unanswered.values()]).toEqual([]));
  await visit.close();
  return [...known.values()];
};

const pages = [
  ["login", "/login", false, "Phone number"],
  ["Home", "/", true, "2 vending machines"],
] as const;
const wires = [
  ["over http", () => plain, "gzip"],
  ["where it is secure", () => local, "br"],
] as const;

// Each waits for its browser most of the time.
test.concurrent.each(wires.flatMap((wire) => pages.map((page) => [page[0], wire[0], wire, page] as const)))(
  "the first load of %s %s keeps to its limit of script, packed when it was built",
  async (_page, _wire, [, app, coding], [, path, signedIn, words]) => {
    const loaded = await firstLoad(app(), path, signedIn, words);

    const scripts = loaded.filter(({ url }) => url.endsWith(".js"));
    const sum = scripts.reduce((all, { bytes }) => all + bytes, 0);
    expect(scripts.length).toBeGreaterThan(2);
    expect(sum).toBeGreaterThan(50_000);
    expect(sum, scripts.map(({ url, bytes }) => `${bytes} ${url}`).join("\n")).toBeLessThan(mostScriptBytes);
    expect(scripts.filter(({ bytes }) => bytes > 5_000).every((script) => script.coding === coding)).toBe(true);
    const fonts = loaded.filter(({ url }) => url.endsWith(".woff2")).map(({ url }) => url);
    expect(new Set(fonts).size).toBe(fonts.length);
  },
);

/** What the page's first script has prefetched and nobody has taken. */
const leftAhead = () => {
  const { prefetched } = globalThis as { prefetched?: { answers: Map<string, unknown> } };
  return prefetched && [...prefetched.answers.keys()];
};
/** With an empty cache, until its test ends. */
const visitLocal = async (input: { signedIn?: boolean } = {}): Promise<Visit> => {
  const visit = await local.visit({ ...input, isAlone: true });
  onTestFinished(visit.close);
  return visit;
};
/** A link on Home leads to it. */
const machinePath = async (): Promise<string> => {
  const visit = await local.visit();
  await visit.goTo("/");
  const link = visit.page.locator('main article a[href*="/vendingMachine/"]').first();
  const address = await until("Home links to a machine", async () => (await link.getAttribute("href")) || null);
  await visit.close();
  return address.replace("/inventory/v1.2", "");
};

test.each(["/", "/live-status", "/inventory-status", "/Orders", "/Transactions", "machine"])(
  "what %s shows first is prefetched before its code is here, and taken",
  async (page) => {
    const visit = await visitLocal();
    await visit.goTo(page === "machine" ? await machinePath() : page);

    await eventually(async () => expect(await visit.page.evaluate(leftAhead)).toEqual([]));
  },
);

test("nothing is prefetched for somebody who is signed out", async () => {
  const visit = await visitLocal({ signedIn: false });
  const requested: string[] = [];
  visit.page.on("request", (request) => {
    if (request.resourceType() === "fetch") requested.push(request.url()); // settled: a request keeps its address
  });
  await visit.goTo("/Orders");
  await visit.page.getByText("Phone number").first().waitFor();

  await eventually(async () => expect(await visit.page.evaluate(leftAhead)).toBeUndefined());
  expect(requested).toEqual([]);
});

/** The first thing that is done to a list of choices, whose code is not here before it. */
const firstTouches: [string, (visit: Visit) => Promise<void>][] = [
  ["a click", (visit) => visit.page.locator(".select").nth(1).click()],
  ["a key", (visit) => visit.page.getByRole("combobox", { name: "Status" }).press("ArrowDown")],
  ["a tap on its label", (visit) => visit.page.getByText("Status", { exact: true }).first().click()],
];
test.each(firstTouches)("a list of choices whose code comes with %s does what was requested", async (what, touch) => {
  const visit = await visitLocal();
  await visit.goTo("/Orders");
  await visit.page.getByRole("main").getByRole("button", { name: "Filter", exact: true }).click();
  const status = visit.page.getByRole("combobox", { name: "Status" });
  await status.waitFor();

  await touch(visit);

  if (what !== "a tap on its label") await visit.page.getByRole("option", { name: "payment failed" }).waitFor();
  else
    await eventually(async () => expect(await status.evaluate((input) => input === document.activeElement)).toBe(true));
});
