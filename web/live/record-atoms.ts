import type { RecordDefinition, ViewOf } from "#shared/events/records.ts";
import type { Room } from "#shared/events/rooms.ts";
import type { CallInput, CallReply } from "#shared/http/endpoint.ts";
import type { KnownEndpoint } from "../http/request.ts";
import type { EventHandlers } from "./follow.ts";
import { liveAtom } from "./live.atom.ts";
import { loadBy } from "./load-by.ts";
import { newer, withoutRecord, withRecord } from "./records.ts";

/** What else is followed: other records whose names or figures stand in this one. */
interface Also<T> {
  rooms?: Room[];
  handlers?: EventHandlers<T>;
}

/** An endpoint whose reply carries this. */
type Carries<E, Key extends string, T> = E &
  (CallReply<E> extends { [K in Key]: T } ? unknown : { "its reply does not carry the record": never });

/** All records of one kind, kept true while somebody looks. */
export const listAtomOf = <C extends RecordDefinition, E extends KnownEndpoint>(
  definition: C,
  endpoint: Carries<E, NonNullable<C["listKey"]>, ViewOf<C>[]>,
  { rooms = [], handlers = {} }: Also<ViewOf<C>[]> = {},
) =>
  liveAtom<ViewOf<C>[]>({
    rooms: [...definition.lists.slice(0, 1), ...rooms],
    load: loadBy(
      endpoint as E,
      {} as CallInput<E>,
      (reply) => (reply as Record<string, ViewOf<C>[]>)[definition.listKey ?? ""] ?? [],
    ),
    handlers: {
      [`${definition.name}.changed`]: withRecord,
      [`${definition.name}.removed`]: withoutRecord,
      ...handlers,
    } as EventHandlers<ViewOf<C>[]>,
  });

/** One record, kept true while somebody looks; null once it was removed. */
export const recordAtomOf = <C extends RecordDefinition, E extends KnownEndpoint>(
  definition: C,
  endpoint: Carries<E, C["key"], ViewOf<C>>,
  id: string,
  { rooms = [], handlers = {} }: Also<ViewOf<C> | null> = {},
) =>
  liveAtom<ViewOf<C> | null>({
    rooms: [...("room" in definition ? [`${definition.room}/${id}` as Room] : definition.lists.slice(0, 1)), ...rooms],
    load: loadBy(
      endpoint as E,
      { params: { id } } as unknown as CallInput<E>,
      (reply) => (reply as Record<string, ViewOf<C>>)[definition.key] ?? null,
    ),
    handlers: {
      [`${definition.name}.changed`]: (known: ViewOf<C> | null, incoming: ViewOf<C>) =>
        incoming._id === id ? newer(known, incoming) : known,
      [`${definition.name}.removed`]: (known: ViewOf<C> | null, gone: { _id: string }) =>
        gone._id === id ? null : known,
      ...handlers,
    } as EventHandlers<ViewOf<C> | null>,
  });
