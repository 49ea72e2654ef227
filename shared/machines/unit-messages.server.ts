import * as z from "zod";
import { within } from "../http/within.ts";
import type { RedisConnection } from "../runtime/redis.ts";
import type { RedisKeys } from "../runtime/redis-keys.ts";
import { keptMessages, UnitMessage } from "./unit-messages.schema.ts";

type Parts = { redis: RedisConnection; keys: RedisKeys };
/** A message as it passed. */
export type PassedMessage = Pick<UnitMessage, "direction" | "topic" | "isDropped"> & { at: number; payload: object };

const mostCharacters = 2_000;
const seconds = keptMessages.hours * 3_600;
/** A pipeline of Redis stays short. */
const unitsAtOnce = 500;
const answerMs = 2_000;

const redacted = "[redacted]";
/** Names whose values are never kept, and names under which firmware writes what it likes. */
const secrets = /^(mac|key|sealed|secret|otp|token|password|signature|phone)$|key$/i;
const freeText = new Set(["message", "code", "field"]);
/** Codes of firmware, such as `LOCK_SENSOR_DISCONNECTED` and `E1024`: a person looks for the cause by them. */
const plainCode = /^[A-Z][A-Z_]*$|^[A-Z]\d{1,4}$/;
/** Codes and phone numbers, and what is long enough for a key or a token. */
const secretWords = /\+?\d[\d -]{2,}\d|[\w+/=-]{20,}/g;

/** JSON of a payload without secrets, cut where it is long. */
export const bodyOf = (payload: object): string => {
  const text = JSON.stringify(payload, (name, value: unknown) => {
    if (secrets.test(name)) return redacted;
    if (!freeText.has(name) || typeof value !== "string") return value;
    return name === "code" && plainCode.test(value) ? value : value.replace(secretWords, redacted);
  });
  return text.length > mostCharacters ? `${text.slice(0, mostCharacters)}…` : text;
};

const Stored = z.tuple([z.number(), UnitMessage.shape.direction, z.string(), z.boolean(), z.string()]);
const textOf = ({ at, direction, topic, isDropped, payload }: PassedMessage): string =>
  JSON.stringify([at, direction, topic, isDropped, bodyOf(payload)] satisfies z.infer<typeof Stored>);

/** The last messages of each unit, in Redis alone: who looks for what a unit said this minute needs no history of it. */
export const createUnitMessages = ({ redis, keys }: Parts) => {
  const writeSome = async (some: [serialNumber: string, messages: PassedMessage[]][]) => {
    const commands = redis.pipeline();
    for (const [serialNumber, messages] of some) {
      const key = keys.unitMessages(serialNumber);
      commands.lpush(key, ...messages.map(textOf));
      commands.ltrim(key, 0, keptMessages.most - 1);
      commands.expire(key, seconds);
    }
    for (const [error] of (await commands.exec()) ?? []) if (error) throw error;
  };

  return {
    /** The messages of each unit, the oldest first. */
    write: async (batch: Map<string, PassedMessage[]>): Promise<void> => {
      const buckets = keys.byBucket([...batch], ([serialNumber]) => serialNumber);
      await Promise.all(
        [...buckets.values()].map(async (of) => {
          for (let at = 0; at < of.length; at += unitsAtOnce) await writeSome(of.slice(at, at + unitsAtOnce));
        }),
      );
    },
    /** Newest first, those of the last hours before `now` (milliseconds since 1970). Throws `unavailable` without Redis. */
    read: async (serialNumber: string, now: number): Promise<UnitMessage[]> => {
      const stored = await within(answerMs, "Redis", redis.lrange(keys.unitMessages(serialNumber), 0, -1));
      return stored.flatMap((text) => {
        const [at, direction, topic, isDropped, body] = Stored.parse(JSON.parse(text));
        if (at < now - seconds * 1_000) return [];
        return [{ at: new Date(at).toISOString(), direction, topic, body, isDropped }];
      });
    },
  };
};
