import {
  allDownTopics,
  type DownTopic,
  downTopic,
  downTopics,
  parseUpTopic,
  type UpTopic,
  upTopics,
} from "#shared/events/machine-topics.ts";
import type { UnitConnection } from "#shared/events/unit-connections.ts";

type Unit = Pick<UnitConnection, "serialNumber" | "login">;
export type Forbidden = "foreign-topic" | "down-topic" | "unknown-topic" | "wrong-login";

/** Which of its topics a unit publishes on, or why it may not: `down-topic` is one on which only Cansole publishes. */
export const mayPublish = (
  { serialNumber, login }: Unit,
  topic: string,
): { topic: UpTopic } | { forbidden: Forbidden } => {
  if (!topic.startsWith(`vm/v1/${serialNumber}/`)) return { forbidden: "foreign-topic" };
  if (topic.startsWith(`vm/v1/${serialNumber}/down/`)) return { forbidden: "down-topic" };
  const found = parseUpTopic(topic);
  if (!found) return { forbidden: "unknown-topic" };
  return upTopics[found.topic].login === login ? { topic: found.topic } : { forbidden: "wrong-login" };
};

const downTopicsOf = (login: Unit["login"]): DownTopic[] =>
  (Object.keys(downTopics) as DownTopic[]).filter((topic) => downTopics[topic].login === login);

/** A unit receives its own topics only; with its own secret it may subscribe to all of them at once. */
export const maySubscribe = ({ serialNumber, login }: Unit, filter: string): boolean =>
  downTopicsOf(login).some((topic) => filter === downTopic(serialNumber, topic)) ||
  (login === "unit" && filter === allDownTopics(serialNumber));

const decisive: Record<Unit["login"], DownTopic> = { provision: "credentials", unit: "command" };

/** Older firmware subscribes to what it knows alone, and is told nothing else. */
export const hearsProblems = ({ serialNumber }: Unit, filter: string): boolean =>
  filter === downTopic(serialNumber, "problem") || filter === allDownTopics(serialNumber);

/** A unit can be told things once it hears its commands, or on the provisioning login its credentials. */
export const canReceive = ({ serialNumber, login }: Unit, filter: string): boolean =>
  filter === downTopic(serialNumber, decisive[login]) || (login === "unit" && filter === allDownTopics(serialNumber));
