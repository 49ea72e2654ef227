import { each, group, none } from "./cases.ts";
import type { Said } from "./stage.ts";

/** Checks of all messages together, at the end. */
export const manners = group<Said[]>("Every message", async (stage) => stage.said(), [
  {
    title: "asks for nothing to be retained",
    says: "Wills and the retain flag are ignored.",
    check: (said) => each(said, ({ retain, topic }) => retain && `${topic} was`),
  },
  {
    title: "has no quality of service 2",
    says: "a message on another unit's topic, or on one under `down/`; QoS 2",
    check: (said) => each(said, ({ qos, topic }) => qos === 2 && `${topic} had`),
  },
  {
    title: "speaks on its own topics alone",
    says: "a message on another unit's topic, or on one under `down/`; QoS 2",
    check: (said) => each(said, ({ topic }) => topic.includes("/") && topic),
  },
  {
    title: "speaks only on topics that there are",
    says: "| no such topic, or one of the other login |",
    check: (said) => each(said, ({ topic }) => !/^(register|live|locks|result)$/.test(topic) && topic),
  },
  {
    title: "speaks JSON objects",
    says: "UTF-8 JSON, one object, at most 65,536 bytes.",
    check: (said) => each(said, (one) => one.payload === null && `${one.topic}: ${one.text.slice(0, 40)}`),
  },
  {
    title: "keeps payloads small enough",
    says: "| payload of a message | 65,536 bytes |",
    check: (said) => each(said, ({ text }) => Buffer.byteLength(text) > 65_536 && "one was larger"),
  },
  {
    title: "says nothing that is dropped",
    says: "missing, wrong or unknown fields; a number or text out of its bounds",
    check: (_, { problems }) =>
      none(problems, ({ topic, field, reason, message }) => `${topic}, ${field ?? "whole"}: ${reason}, ${message}`),
  },
  {
    title: "spends no more than it may",
    says: "With its own secret a unit may spend 5,000 at once and 500 a second",
    check: (_, { ends }) => !ends.some((why) => why.includes("flood")) || "it was ended for a flood",
  },
  {
    title: "reads what it is sent",
    says: "| 10 s without reading what it is sent |",
    check: (_, { ends }) => !ends.includes("not-reading") || "it was ended for that",
  },
  {
    title: "is never silent for longer than its keep-alive allows",
    says: "nothing heard for one and a half times the keep-alive",
    check: (_, { ends }) => !ends.includes("silent") || "it was ended for that",
  },
]);
