import { expect, test } from "vitest";
import { reportWebhook, whyNotWebhook } from "./config-webhook.ts";

const secret = "a secret of thirty-two characters";
const all = {
  CONSOLE_URL: "https://console.example.com/",
  REPORT_WEBHOOK_URL: "https://books.example.com/told",
  REPORT_WEBHOOK_SECRET: secret,
};

test("a webhook needs its secret and the console's address; without one nobody is notified", () => {
  const webhook = { url: all.REPORT_WEBHOOK_URL, secrets: [secret], console: "https://console.example.com" };
  expect(reportWebhook(all)).toEqual(webhook);
  const replaced = {
    ...all,
    REPORT_WEBHOOK_SECRET: "one that replaces it, as long as that",
    REPORT_WEBHOOK_SECRET_PREVIOUS: secret,
  };
  expect(reportWebhook(replaced)?.secrets).toEqual([replaced.REPORT_WEBHOOK_SECRET, secret]);
  expect([whyNotWebhook(all), whyNotWebhook({}), whyNotWebhook({ CONSOLE_URL: all.CONSOLE_URL })]).toEqual([
    null,
    null,
    null,
  ]);
  expect(reportWebhook({ CONSOLE_URL: all.CONSOLE_URL })).toBeNull();
  for (const missing of ["CONSOLE_URL", "REPORT_WEBHOOK_URL", "REPORT_WEBHOOK_SECRET"] as const)
    expect(whyNotWebhook({ ...all, [missing]: undefined })).toContain(`(missing: ${missing})`);
});

test.each([
  ["http://127.0.0.1:9000/x", true],
  ["http://localhost/x", true],
  ["http://[::1]:9000/x", true],
  ["http://books.example.com/x", false],
  ["http://127.0.0.1.example.com/x", false],
  ["http://", false],
])("a notification over http leaves this machine: %s may be %s", (url, may) => {
  expect(whyNotWebhook({ ...all, REPORT_WEBHOOK_URL: url }) === null).toBe(may);
});
