import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { webhookEventTypes } from "./webhook.schema.ts";
import { webhookEvents } from "./webhook-events.ts";

test.each(webhookEventTypes)("the example of %s is such data", (type) => {
  const { data, example } = webhookEvents[type];
  expect(data.parse(example)).toEqual(example);
});

test("the document lists every event, with when it is sent", () => {
  const text = readFileSync("docs/webhooks.md", "utf8");
  const listed = [...text.matchAll(/^\| `([a-z.-]+)` \| (.+) \|$/gm)].map(([, type, when]) => [type, when]);
  expect(listed).toEqual(webhookEventTypes.map((type) => [type, webhookEvents[type].when]));
});
