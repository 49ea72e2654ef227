import type { RecordCard, ViewOf } from "#shared/events/records.ts";
import type { Room } from "#shared/events/rooms.ts";
import type { CallInput, CallReply } from "#shared/http/endpoint.ts";
import type { KnownEndpoint } from "../http/request.ts";
import type { NewsHandlers } from "./follow.ts";
import { liveAtom } from "./live.atom.ts";
import { loadBy } from "./load-by.ts";
import { newer, withoutRecord, withRecord } from "./records.ts";

/** What else is followed: other records whose names or figures stand in this one. */
interface Also<T> {
  rooms?: Room[];
  handlers?: NewsHandlers<T>;
}

/** An endpoint whose reply carries this. */
type Carries<E, Key extends string, T> = E &
  (CallReply<E> extends { [K in Key]: T } ? unknown : { "its reply does not carry the record": never });

/** All records of one kind, kept true while somebody looks. */
export const listAtomOf = <C extends RecordCard, E extends KnownEndpoint>(
  card: C,
  endpoint: Carries<E, NonNullable<C["listKey"]>, ViewOf<C>[]>,
  { rooms = [], handlers = {} }: Also<ViewOf<C>[]> = {},
) =>
  liveAtom<ViewOf<C>[]>({
    rooms: [...card.lists.slice(0, 1), ...rooms],
    load: loadBy(
      endpoint as E,
      {} as CallInput<E>,
      (reply) => (reply as Record<string, ViewOf<C>[]>)[card.listKey ?? ""] ?? [],
    ),
    handlers: {
      [`${card.name}.changed`]: withRecord,
      [`${card.name}.removed`]: withoutRecord,
      ...handlers,
    } as NewsHandlers<ViewOf<C>[]>,
  });

/** One record, kept true while somebody looks; null once it was removed. */
export const recordAtomOf = <C extends RecordCard, E extends KnownEndpoint>(
  card: C,
  endpoint: Carries<E, C["key"], ViewOf<C>>,
  id: string,
  { rooms = [], handlers = {} }: Also<ViewOf<C> | null> = {},
) =>
  liveAtom<ViewOf<C> | null>({
    rooms: [...("room" in card ? [`${card.room}/${id}` as Room] : card.lists.slice(0, 1)), ...rooms],
    load: loadBy(
      endpoint as E,
      { params: { id } } as unknown as CallInput<E>,
      (reply) => (reply as Record<string, ViewOf<C>>)[card.key] ?? null,
    ),
    handlers: {
      [`${card.name}.changed`]: (known: ViewOf<C> | null, told: ViewOf<C>) =>
        told._id === id ? newer(known, told) : known,
      [`${card.name}.removed`]: (known: ViewOf<C> | null, gone: { _id: string }) => (gone._id === id ? null : known),
      ...handlers,
    } as NewsHandlers<ViewOf<C> | null>,
  });
