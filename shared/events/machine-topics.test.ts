import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { downTopic, downTopics, LiveMessage, parseUpTopic, telemetryOf, upTopic, upTopics } from "./machine-topics.ts";

const Reference = z.object({ $ref: z.string() });
const AsyncApi = z.object({
  channels: z.record(z.string(), z.object({ address: z.string(), messages: z.record(z.string(), Reference) })),
  operations: z.record(
    z.string(),
    z.object({
      action: z.enum(["send", "receive"]),
      channel: Reference,
      security: z.tuple([Reference]),
      bindings: z.object({ mqtt: z.object({ qos: z.int(), retain: z.literal(false) }) }),
    }),
  ),
  components: z.object({
    messages: z.record(
      z.string(),
      z.object({ payload: Reference, examples: z.array(z.object({ payload: z.json() })) }),
    ),
    schemas: z.record(z.string(), z.json()),
  }),
});

const document = AsyncApi.parse(
  JSON.parse(readFileSync(new URL("../../docs/machine-protocol.asyncapi.json", import.meta.url), "utf8")),
);

const topics = [
  ...Object.entries(upTopics).map(([name, topic]) => ({ name, ...topic, action: "receive", direction: "up" })),
  ...Object.entries(downTopics).map(([name, topic]) => ({ name, ...topic, action: "send", direction: "down" })),
];

/** What only explains, and what Zod spells out where the document says `format`. */
const unchecked = ["$schema", "title", "description", "examples"];

/** A schema as plain structure: references followed, explanations gone, keys in one order. */
const bare = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(bare);
  if (typeof schema !== "object" || schema === null) return schema;
  if ("$ref" in schema) {
    const name = String(schema.$ref).replace("#/components/schemas/", "");
    expect(Object.keys(document.components.schemas)).toContain(name);
    return bare(document.components.schemas[name]);
  }
  const isMoment = "format" in schema && schema.format === "date-time";
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([key]) => !unchecked.includes(key) && !(isMoment && key === "pattern"))
      .map(([key, value]) => [key, key === "properties" ? bareProperties(value) : bare(value)])
      .sort(([a], [b]) => (String(a) < String(b) ? -1 : 1)),
  );
};

/** A field may be called `title`, so names of fields are never taken for explanations. */
const bareProperties = (properties: object) =>
  Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, bare(schema)]));

describe("the machine protocol's document and Cansole's schemas say the same", () => {
  test("there is one channel, one message and one operation for every topic, and no other", () => {
    const names = topics.map(({ name }) => name).sort();
    expect(Object.keys(document.channels).sort()).toEqual(names);
    expect(Object.keys(document.components.messages).sort()).toEqual(names);
    expect(
      Object.values(document.operations)
        .map(({ channel }) => channel.$ref)
        .sort(),
    ).toEqual(names.map((name) => `#/channels/${name}`));
  });

  test.each(topics)("$name: its address, direction, quality of service and login", (topic) => {
    const { name, action, direction, qos, login } = topic;
    const operation = Object.values(document.operations).find(({ channel }) => channel.$ref === `#/channels/${name}`);
    expect(document.channels[name]).toMatchObject({
      address: `vm/v1/{serial}/${direction}/${name}`,
      messages: { [name]: { $ref: `#/components/messages/${name}` } },
    });
    expect(operation).toMatchObject({
      action,
      bindings: { mqtt: { qos } },
      security: [{ $ref: `#/components/securitySchemes/${login}` }],
    });
  });

  test.each(topics)("$name: its fields, which of them are required, and their bounds", ({ name, payload }) => {
    const written = bare(document.components.messages[name]?.payload);
    expect(written).toEqual(bare(z.toJSONSchema(payload, { io: "input" })));
  });

  test.each(topics)("$name: its examples are messages that Cansole takes", ({ name, payload }) => {
    const examples = document.components.messages[name]?.examples ?? [];
    expect(examples.length).toBeGreaterThan(0);
    for (const example of examples) expect(payload.safeParse(example.payload).error).toBeUndefined();
  });
});

describe("a topic is taken apart", () => {
  test.each(Object.keys(upTopics) as (keyof typeof upTopics)[])("%s names its unit", (topic) => {
    expect(parseUpTopic(upTopic("CU-0001", topic))).toEqual({ serialNumber: "CU-0001", topic });
  });

  test.each([
    downTopic("CU-0001", "command"),
    "vm/v1/CU-0001/up/unknown",
    "vm/v1/CU-0001/up/constructor",
    "vm/v1/CU-0001/up/live/",
    "vm/v1/CU-0001/up/live\n",
    "vm/v1//up/live",
    "vm/v1/CU 0001/up/live",
    `vm/v1/${"x".repeat(65)}/up/live`,
    "vm/v2/CU-0001/up/live",
    "/vm/v1/CU-0001/up/live",
    "",
  ])("%j is none of ours", (topic) => {
    expect(parseUpTopic(topic)).toBeNull();
  });
});

describe("a message that breaks the contract is refused", () => {
  const ordered = { at: "2026-03-01T06:30:00Z", boot: "k3f9", seq: 1 };
  const live = { strength: -60, version: "1", uptime: 1, at: ordered.at };

  test.each([
    ["a signal stronger than 0 dBm", "live", { ...live, strength: 1 }],
    ["a signal below -120 dBm", "live", { ...live, strength: -120.5 }],
    ["a time without its zone", "live", { ...live, at: "2026-03-01T06:30:00" }],
    ["a local time", "live", { ...live, at: "2026-03-01T12:00:00+05:30" }],
    ["a field that nobody knows", "locks", { containers: [], full: true, ...ordered, mood: "good" }],
    ["a temperature of no machine", "live", { ...live, temperature: 121 }],
    ["a supply below 0 V", "live", { ...live, supply: -0.1 }],
    ["a missing field", "live", { strength: null, version: "1", at: ordered.at }],
    ["a list instead of an object", "live", [live]],
    ["lock number 0", "locks", { containers: [{ channel: 0, isLocked: true }], full: false, ...ordered }],
    ["lock number 1000", "locks", { containers: [{ channel: 1000, isLocked: true }], full: false, ...ordered }],
    ["a boot word with a space", "locks", { containers: [], full: true, ...ordered, boot: "a b" }],
    ["a number that counts in halves", "locks", { containers: [], full: true, ...ordered, seq: 1.5 }],
    ["a fact that is none", "result", { commandId: "c", channel: 1, fact: "perhaps", ...ordered }],
  ] as const)("%s", (_, topic, message) => {
    expect(upTopics[topic].payload.safeParse(message).success).toBe(false);
  });

  test("a heartbeat says what it can of its unit, in the words of an earlier one too; what nobody knows is left out", () => {
    const facts = { strength: -60, temperature: 4.5, supply: 12.1, firmware: "2" };
    const { version: _version, ...timed } = live;
    expect(telemetryOf(LiveMessage.parse({ ...timed, ...facts, mood: "good" }))).toEqual(facts);
    expect(telemetryOf(LiveMessage.parse(live))).toEqual({ strength: -60, firmware: "1" });
    expect(telemetryOf(LiveMessage.parse({ uptime: 1, at: live.at }))).toEqual({});
  });

  test("the same message without the mistake is taken", () => {
    expect(upTopics.live.payload.safeParse(live).success).toBe(true);
  });
});
