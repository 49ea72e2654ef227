import { expect, test } from "vitest";
import { paymentSettings, whyNoProductionPayments, whyNotPayments } from "./config-payments.ts";

const own = { PAYMENT_KEY_ID: "rzp_live_1", PAYMENT_KEY_SECRET: "key", PAYMENT_WEBHOOK_SECRET: "notices" };

test("without its keys there is no provider; with them Razorpay's own address is the default", () => {
  expect(paymentSettings({})).toBeNull();
  expect(paymentSettings(own)).toEqual({
    baseUrl: "https://api.razorpay.com",
    keyId: "rzp_live_1",
    keySecret: "key",
    webhookSecrets: ["notices"],
  });
});

test("while the webhook's secret is changed both are listed", () => {
  const settings = paymentSettings({ ...own, PAYMENT_WEBHOOK_SECRET: "new, old," });
  expect(settings?.webhookSecrets).toEqual(["new", "old"]);
});

test("half of them is refused, naming what is missing", () => {
  expect(whyNotPayments({ PAYMENT_KEY_ID: "rzp_live_1" })).toContain(
    "missing: PAYMENT_KEY_SECRET, PAYMENT_WEBHOOK_SECRET",
  );
  expect([whyNotPayments({}), whyNotPayments(own)]).toEqual([null, null]);
});

test("production takes no line that others can read", () => {
  expect(whyNoProductionPayments({ ...own, PAYMENT_BASE_URL: "https://api.example.test" })).toEqual([]);
  expect(whyNoProductionPayments({ ...own, PAYMENT_BASE_URL: "http://127.0.0.1:9" })).toEqual([
    "PAYMENT_BASE_URL must begin with https://: the key would travel readable to anybody on the way.",
  ]);
});
