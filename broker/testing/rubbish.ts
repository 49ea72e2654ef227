import fc from "fast-check";
import { upTopics } from "#shared/events/machine-topics.ts";
import { until } from "#shared/testing/eventually.ts";
import type { RawUnit } from "./raw-unit.ts";

/** A failure is tried again many times to find its shortest form: none of them may take long. */
const patienceMs = 3_000;

export const bytes = (maxLength: number) =>
  fc.uint8Array({ maxLength, size: "max" }).map((drawn) => Buffer.from(drawn));

const oddValue = fc.constantFrom<unknown>(
  ...[null, true, -1, 0, 1e308, "", "$where", "../..", [], {}, { $gt: "" }, "\u0000", "🥤", [[[]]]],
);
const field = fc.constantFrom(
  ...["strength", "version", "uptime", "at", "containers", "full", "boot", "seq", "commandId", "$set", "_id"],
);
const oddText = fc.dictionary(field, oddValue, { maxKeys: 8, noNullPrototype: true }).map((odd) => JSON.stringify(odd));

/** Bytes, half JSON, deep JSON, and JSON that nobody means. */
const oddPayload: fc.Arbitrary<Buffer | string> = fc.oneof(
  bytes(200),
  oddText,
  oddText.map((text) => text.slice(0, -1)),
  oddValue.map((odd) => JSON.stringify(odd)),
  fc.nat(5_000).map((depth) => "[".repeat(depth)),
);

const ownTopic = fc
  .constantFrom(...Object.keys(upTopics), "unknown", "constructor", "__proto__", "a/b", "")
  .map((name) => ({ name, isForeign: false }));
// Wildcards cannot even be written by the generator of packets.
const foreignTopic = bytes(60).map((drawn) => ({
  name: `x${drawn.toString("latin1").replaceAll(/[#+]/g, "")}`,
  isForeign: true,
}));

const oddMessage = fc.record({
  /** Hardly one of the unit's own that fits; one in a hundred is somebody else's. */
  topic: fc.oneof({ weight: 99, arbitrary: ownTopic }, { weight: 1, arbitrary: foreignTopic }),
  payload: oddPayload,
  qos: fc.constantFrom<(0 | 1)[]>(1, 1, 0),
});
/** Up to a thousand messages that mean nothing, one after another. */
export const rubbish = fc.array(oddMessage, { maxLength: 1_000, size: "max" });
type Rubbish = typeof rubbish extends fc.Arbitrary<infer R> ? R : never;

/** Says all of it, connecting again whenever it is thrown out, and waits until all of it was dealt with. */
export const sendRubbish = async (
  said: Rubbish,
  order: { serialNumber: string; connect: () => Promise<RawUnit>; dealtWith: () => number | Promise<number> },
): Promise<void> => {
  const { serialNumber, connect, dealtWith } = order;
  const before = await dealtWith();
  let unit: RawUnit | undefined;
  for (const [index, { topic, payload, qos }] of said.entries()) {
    unit ??= await connect();
    const { name, isForeign } = topic;
    unit.publish(isForeign ? name : `vm/v1/${serialNumber}/up/${name}`, payload, qos, index + 1);
    if (!isForeign) continue;
    await unit.closed();
    unit = undefined;
  }
  await until("all of it was dealt with", async () => (await dealtWith()) - before >= said.length, patienceMs);
  unit?.leave();
};
