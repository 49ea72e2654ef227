import { expect, test } from "vitest";
import { changeBrandEntry } from "#shared/profiles/profile.api.ts";
import type { ProductProfile } from "#shared/profiles/profile.schema.ts";
import { eventually } from "#shared/testing/eventually.ts";
import { setUp } from "#shared/testing/set-up.ts";
import type { Visit } from "../testing/visit.ts";
import { setUpConsole } from "./console-app.ts";
import { fillIn, formOf, plantProduct, plantProfile, pricedEntry, profileNow } from "./goods.ts";
import { alert } from "./on-screen.ts";

const app = setUpConsole({ machines: 0 });
const cola = setUp(() => plantProduct(app, "Harbour Cola", 45));
const soda = setUp(() => plantProduct(app, "Lime Soda", 40));

const open = async ({ _id }: ProductProfile, visit: Visit) => {
  await visit.goTo(`/profiles/${_id}`);
  await formOf(visit, "Lime Soda").waitFor();
  await visit.page.locator(".live-live").waitFor();
};

/** What a colleague saves, by whatever way. */
const setDiscount = (profile: ProductProfile, brand: string, value: number) =>
  app.colleague.call(changeBrandEntry, {
    params: { id: profile._id, entryId: pricedEntry(profile, brand)._id },
    body: { type: "unit", field: "discountPrice", value },
  });

/**
 * Holds back events and loads of this window until they are released, as a slow line does. A window whose socket is
 * replaced under load would else learn of the other one's change by loading anew, and rightly meet no conflict.
 */
const holdEvents = async ({ page }: Visit) => {
  let held = false;
  const waiting: (() => void)[] = [];
  await page.route(/\/product-profiles/, async (route) => {
    if (route.request().method() !== "GET") return route.fallback();
    const response = await route.fetch();
    if (held) await new Promise<void>((resolve) => waiting.push(resolve));
    await route.fulfill({ response });
  });
  await page.routeWebSocket(/\/socket\.io\//, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) => {
      if (held) waiting.push(() => socket.send(message));
      else socket.send(message);
    });
  });
  return {
    hold: () => {
      held = true;
    },
    letGo: () => {
      held = false;
      for (const send of waiting.splice(0)) send();
    },
  };
};

test("what one operator saves stands on the other's card at once", async () => {
  const profile = await plantProfile(app, "Metro", [cola, soda]);
  const first = await app.visit();
  const second = await app.visit();
  await open(profile, first);
  await open(profile, second);

  await fillIn(formOf(first, "Lime Soda"), { "Unit Discount Price": "31.5" });
  await first.page.keyboard.press("Enter");

  await alert(first, "Profile Data Updated");
  await formOf(second, "Lime Soda").getByLabel("Unit customer pays").getByText("₹37.17").waitFor();
  await eventually(async () =>
    expect(await formOf(second, "Lime Soda").getByLabel("Unit Discount Price").inputValue()).toBe("31.5"),
  );
});

test("an operator who edits the same brand sees both versions, and can take either", async () => {
  const profile = await plantProfile(app, "Campus", [cola, soda]);
  const visit = await app.visit();
  await open(profile, visit);
  const card = formOf(visit, "Lime Soda");
  await fillIn(card, { "Unit Discount Price": "35" });

  await setDiscount(profile, "Lime Soda", 30);

  await card.getByText("Somebody else changed this while you were editing").waitFor();
  await card.getByRole("cell", { name: "₹30.00" }).waitFor();
  await card.getByRole("cell", { name: "₹35.00" }).waitFor();
  await eventually(async () => expect(await card.getByRole("button", { name: "Save" }).isDisabled()).toBe(true));
  await card.getByRole("button", { name: "Keep yours" }).click();
  await card.getByRole("button", { name: "Save" }).click();
  await alert(visit, "Profile Data Updated");
  expect(pricedEntry(await profileNow(app, profile), "Lime Soda").unit.discountPrice).toBe(35);
});

test("a save that comes too late is refused, says so, and writes nothing", async () => {
  const profile = await plantProfile(app, "Airport", [cola, soda]);
  const visit = await app.visit();
  visit.expectStatus(409);
  const heldEvents = await holdEvents(visit);
  await open(profile, visit);
  const card = formOf(visit, "Lime Soda");
  heldEvents.hold();
  await setDiscount(profile, "Lime Soda", 30);

  await fillIn(card, { "Unit Discount Price": "35", "Unit Priority": "7" });
  await card.getByRole("button", { name: "Save" }).click();

  await alert(visit, "This product profile was changed by somebody else meanwhile");
  await card.getByText("Somebody else changed this while you were editing").waitFor();
  expect(pricedEntry(await profileNow(app, profile), "Lime Soda").unit).toMatchObject({
    discountPrice: 30,
    priority: 2,
  });
  await card.getByRole("button", { name: "Take theirs" }).click();
  await eventually(async () => expect(await card.getByLabel("Unit Discount Price").inputValue()).toBe("30"));
  heldEvents.letGo();
});

test("two operators who price different brands at the same time do not disturb each other", async () => {
  const profile = await plantProfile(app, "Stadium", [cola, soda]);
  const visit = await app.visit();
  visit.expectStatus(409);
  const heldEvents = await holdEvents(visit);
  await open(profile, visit);
  heldEvents.hold();
  await setDiscount(profile, "Harbour Cola", 33);

  const card = formOf(visit, "Lime Soda");
  await fillIn(card, { "Unit Discount Price": "35", "Bundle Discount Price": "34" });
  await card.getByRole("button", { name: "Save" }).click();

  await alert(visit, "Profile Data Updated");
  const now = await profileNow(app, profile);
  expect(pricedEntry(now, "Lime Soda")).toMatchObject({ unit: { discountPrice: 35 }, bundle: { discountPrice: 34 } });
  expect(pricedEntry(now, "Harbour Cola").unit.discountPrice).toBe(33);
  heldEvents.letGo();
  await card.getByRole("button", { name: "Save" }).waitFor({ state: "detached" });
});

test("a save that fails half way keeps what is not saved yet, and the next one finishes it", async () => {
  const profile = await plantProfile(app, "Harbour", [cola, soda]);
  const visit = await app.visit();
  visit.expectStatus(503);
  await open(profile, visit);
  let calls = 0;
  await visit.page.route(/product-profiles\/\w+\/\w+$/, async (route) => {
    calls += 1;
    await (calls === 2 ? route.fulfill({ status: 503, body: "{}" }) : route.continue());
  });
  const card = formOf(visit, "Lime Soda");
  await fillIn(card, { "Unit Max Purchase": "9", "Unit Priority": "5" });

  await card.getByRole("button", { name: "Save" }).click();

  await alert(visit, "Failed to feth Orders");
  expect(pricedEntry(await profileNow(app, profile), "Lime Soda").unit).toMatchObject({
    maxPurchase: 9,
    priority: 2,
  });
  await eventually(async () => expect(await card.getByLabel("Unit Priority").inputValue()).toBe("5"));
  await eventually(async () => expect(await card.getByText("Somebody else changed this").count()).toBe(0));
  await card.getByRole("button", { name: "Save" }).click();
  await alert(visit, "Profile Data Updated");
  expect(calls).toBe(3);
  expect(pricedEntry(await profileNow(app, profile), "Lime Soda").unit).toMatchObject({
    maxPurchase: 9,
    priority: 5,
  });
});

test("what is typed and not saved is not left without a question", async () => {
  const profile = await plantProfile(app, "Library", [cola, soda]);
  const visit = await app.visit();
  await open(profile, visit);
  await fillIn(formOf(visit, "Lime Soda"), { "Unit Priority": "5" });

  await visit.page.getByRole("navigation", { name: "Console" }).getByRole("link", { name: "Products" }).click();

  const question = visit.page.getByRole("alertdialog", { name: "Leave without saving?" });
  await question.getByText("Unit Priority").waitFor();
  await question.getByRole("button", { name: "Stay" }).click();
  await eventually(async () =>
    expect(await formOf(visit, "Lime Soda").getByLabel("Unit Priority").inputValue()).toBe("5"),
  );
});
