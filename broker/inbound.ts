import type * as z from "zod";
import { dropText } from "#shared/events/drop-reasons.ts";
import { maxPayloadBytes, type UpMessage, type UpTopic, upTopics } from "#shared/events/machine-topics.ts";

export type BadPayload = "payload-too-large" | "not-utf8" | "not-json" | "out-of-range" | "wrong-fields";

const utf8 = new TextDecoder("utf-8", { fatal: true });
const outOfRange = new Set<string>(["too_small", "too_big"]);

const reasonOf = (issues: z.core.$ZodIssue[]): BadPayload =>
  issues.every(({ code }) => outOfRange.has(code)) ? "out-of-range" : "wrong-fields";

/** Which field is wrong, in words that repeat no value of the message. */
interface WrongField {
  field: string | null;
  message: string;
}

/** A name that the unit made up is repeated only where it reads like a name. */
const plainName = /^[\w.-]{1,100}$/;

const wrongFieldOf = (issues: z.core.$ZodIssue[], drop: BadPayload): WrongField => {
  const [issue] = issues;
  if (!issue) return { field: null, message: dropText(drop) };
  const isUnknown = issue.code === "unrecognized_keys";
  const path = [...issue.path, ...(isUnknown ? issue.keys.slice(0, 1) : [])].join(".");
  const message = isUnknown ? "this message has no such field" : issue.message.slice(0, 200);
  return { field: plainName.test(path) ? path : null, message };
};

/** `saysMore`: it had facts that are not known and were left out. */
type Read = { message: UpMessage; saysMore: boolean } | { drop: BadPayload; wrong?: WrongField };

/** The border: bytes of a known topic become a typed message, or the reason why they do not. */
export const readInbound = (topic: UpTopic, payload: Buffer): Read => {
  if (payload.length > maxPayloadBytes) return { drop: "payload-too-large" };
  let text: string;
  try {
    text = utf8.decode(payload);
  } catch {
    return { drop: "not-utf8" };
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { drop: "not-json" };
  }
  const parsed = upTopics[topic].payload.safeParse(value);
  if (!parsed.success) {
    const { issues } = parsed.error;
    const drop = reasonOf(issues);
    return { drop, wrong: wrongFieldOf(issues, drop) };
  }
  const saysMore = Object.keys(value as object).length > Object.keys(parsed.data).length;
  return { message: { topic, payload: parsed.data } as UpMessage, saysMore };
};
