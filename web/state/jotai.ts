/** The one door to Jotai: everything else imports atoms, hooks and the store from here. */
import { createStore } from "jotai";

export type { Atom, Getter, PrimitiveAtom, WritableAtom } from "jotai";
export { atom, createStore, Provider, useAtom, useAtomValue, useSetAtom, useStore } from "jotai";
export type Store = ReturnType<typeof createStore>;

/** The store of the running client. Code outside React (the socket, a route's guard) reads and writes through it. */
export const store: Store = createStore();
