import type { NetworkEvent } from "#shared/network-events/network-event.schema.ts";
import { atom } from "../../state/jotai.ts";
import { readSetting, writeSetting } from "../../state/settings.ts";

const keptAtom = atom<Readonly<Record<string, string>>>({});
const keyOf = (operator: string) => `events-read:${operator}` as const;

/** The moment of the newest event that this operator has seen in this browser; empty while they have seen none. */
export const readUntilAtom = atom(
  (get) => (operator: string) => get(keptAtom)[operator] ?? readSetting(keyOf(operator)) ?? "",
  (get, set, operator: string, until: string) => {
    set(keptAtom, { ...get(keptAtom), [operator]: until });
    writeSetting(keyOf(operator), until);
  },
);

export const isUnread = ({ at }: Pick<NetworkEvent, "at">, readUntil: string): boolean => at > readUntil;
