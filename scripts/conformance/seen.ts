import type { IConnectPacket, Packet } from "mqtt-packet";
import type { Said, Stage } from "./stage.ts";
import type { Passed } from "./tap.ts";

/** Ways to look at what was heard of the unit. */

type Of<C extends Packet["cmd"]> = Omit<Passed, "packet"> & { packet: Extract<Packet, { cmd: C }> };

export const packetsOf = <C extends Packet["cmd"]>({ passed }: Stage, from: Passed["from"], cmd: C): Of<C>[] =>
  passed.filter((one): one is Of<C> => one.from === from && one.packet.cmd === cmd);

type Connect = Omit<Passed, "packet"> & { packet: IConnectPacket };
export const connects = (stage: Stage): Connect[] => packetsOf(stage, "unit", "connect") as Connect[];
const usesOwn = (stage: Stage, { packet }: Connect): boolean => packet.username === stage.serialNumber;
export const ownConnects = (stage: Stage): Connect[] => connects(stage).filter((one) => usesOwn(stage, one));
export const provisionConnects = (stage: Stage): Connect[] =>
  connects(stage).filter(({ packet }) => packet.username === "provision");
/** The last connection that stands with the unit's own login. */
export const ownLine = (stage: Stage): number => ownConnects(stage).at(-1)?.line ?? -1;

export const topicOf = (stage: Stage, topic: string): Said[] => stage.said().filter((one) => one.topic === topic);
/** Messages that are kept until their PUBACK, a repeat counted once. */
export const ordered = (stage: Stage): Said[] => {
  const known = new Set<string>();
  return stage.said().filter(({ topic, payload }) => {
    if (topic !== "locks" && topic !== "result") return false;
    const place = `${payload?.boot} ${payload?.seq}`;
    return !known.has(place) && known.add(place);
  });
};

export const resultsOf = (stage: Stage, commandId: string): Said[] =>
  ordered(stage).filter(({ topic, payload }) => topic === "result" && payload?.commandId === commandId);
export const factsOf = (stage: Stage, commandId: string, channel: number | null): Said[] =>
  resultsOf(stage, commandId).filter(({ payload }) => payload?.channel === channel);
export const namesOf = (facts: readonly Said[]): string => facts.map(({ payload }) => payload?.fact).join(", ");
export const hasFact = (stage: Stage, commandId: string, channel: number | null, fact: string): boolean =>
  factsOf(stage, commandId, channel).some(({ payload }) => payload?.fact === fact);

interface Lock {
  channel: number;
  isLocked: boolean;
}
export const locksIn = ({ payload }: Said): Lock[] =>
  Array.isArray(payload?.containers) ? (payload.containers as Lock[]) : [];
export const fullLocks = (stage: Stage): Said[] =>
  topicOf(stage, "locks").filter(({ payload }) => payload?.full === true);
/** What each lock was said to be since then, in order. */
export const locksSince = (stage: Stage, at: number): (Lock & { at: number })[] =>
  topicOf(stage, "locks")
    .filter((said) => said.at >= at)
    .flatMap((said) => locksIn(said).map((lock) => ({ ...lock, at: said.at })));
/** The locks that the unit has. Throws where it has not said them. */
export const channelsOf = (stage: Stage): number[] => {
  const [first] = fullLocks(stage);
  if (!first) throw new Error("it never said its locks in full");
  return locksIn(first).map(({ channel }) => channel);
};

/** Waits until the unit speaks with its own login and has said its locks in full over this connection. */
export const speaking = (stage: Stage, after = -1, ms = stage.waitMs): Promise<boolean> =>
  stage.until(() => ownLine(stage) > after && fullLocks(stage).some(({ line }) => line === ownLine(stage)), ms);
