import { expect, test } from "vitest";
import { addApiKey } from "#shared/api-keys/api-key.api.ts";
import { changeDeposit } from "#shared/deposits/deposit.api.ts";
import { addPenalty } from "#shared/penalties/penalty.api.ts";
import { eventually } from "#shared/testing/eventually.ts";
import { registerUser } from "#shared/users/user.api.ts";
import { setUpConsole } from "./console-app.ts";
import { alert, reaches, row } from "./on-screen.ts";

const app = setUpConsole({ machines: 0 });

test("a customer requests deletion: it is shown at once, with what is open, and is done for good", async () => {
  const input = { name: "Farida Qureshi", phone: "6880000008", email: "" };
  const { user } = await app.colleague.call(registerUser, { body: input });
  await app.colleague.call(changeDeposit, { params: { id: user._id }, body: { deposit: 20, depositBought: 2 } });
  await app.colleague.call(addPenalty, { params: { id: user._id }, body: { amount: 12.5, quantity: 2 } });
  const { key } = await app.colleague.call(addApiKey, { body: { name: "Journey app" } });
  const visit = await app.visit();
  const { page } = visit;
  await visit.goTo("/account-deletion");
  await page.getByText("No deletion requests").waitFor();
  await page.locator(".live-live").waitFor();
  // What comes while the page joins and loads again stands in its list at once.
  await page.waitForLoadState("networkidle");

  const requested = await fetch(`${app.url}/api/v1.2/intake/account-deletion`, {
    method: "POST",
    headers: { "x-api-key": key, "idempotency-key": "farida", "content-type": "application/json" },
    body: JSON.stringify({ phone: user.phone }),
  });
  expect(requested.status).toBe(200);
  await page.getByRole("button", { name: "1 new" }).click();
  const request = row(visit, user.phone);
  await request.getByText("No", { exact: true }).waitFor();

  await request.getByRole("button", { name: `Delete account of ${user.phone}` }).click();
  const dialog = page.getByRole("alertdialog", { name: `Delete the account of ${user.phone}?` });
  await dialog.getByText("Refundable deposit of ₹20.00 for 2 cans: written off").waitFor();
  await dialog.getByText("1 unpaid penalty of ₹25.00: canceled").waitFor();
  await dialog.getByText(/This cannot be undone\.$/).waitFor();
  await eventually(() =>
    dialog.getByRole("button", { name: "Cancel" }).evaluate((it) => it.matches(":focus") || Promise.reject()),
  );
  expect(await visit.findViolationsInBothThemes()).toEqual([]);
  await dialog.getByRole("button", { name: "Delete account" }).click();

  await alert(visit, "Successful");
  const deleted = row(visit, `deleted-${user._id}`);
  await deleted.getByText("Yes", { exact: true }).waitFor();
  await deleted.getByRole("link", { name: user._id }).click();
  await page.getByRole("heading", { level: 1, name: "Account deleted" }).waitFor();
  await page.getByText(/This account was deleted on /).waitFor();
  await visit.goTo("/account-deletion");
  await page.getByRole("link", { name: "Back" }).click();
  await reaches(visit, "/");
});
