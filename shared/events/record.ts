import * as z from "zod";
import { Id } from "../http/fields.ts";

/** What a record looks like on the wire: `_id`, its fields and, where operators edit it, `rev`. */
type RecordView = z.ZodObject<{ _id: z.ZodType<string> } & z.ZodRawShape>;
type Room = `${string}/${string}`;

interface Facts<
  Name extends string,
  Collection extends string,
  View extends RecordView,
  Key extends string,
  ListKey extends string,
  List extends string,
  Kind extends string,
> {
  /** `region` gives `region.changed` and `region.removed`. */
  name: Name;
  collection: Collection;
  view: View;
  /** The name that a write's reply and a refusal as stale carry the record under. */
  key: Key;
  /** The name that the list's reply carries all of them under; what no list shows has none. */
  listKey?: ListKey;
  /** Rooms of the lists that show it; the first is its own list's. */
  lists: readonly [List, ...List[]] | readonly [];
  /** It has a room of its own, `order/<_id>`; without one, its page joins its list's room. */
  room?: Kind;
  words: {
    /** In sentences: 'There is no product profile', 'This product profile was changed'. */
    one: string;
    many: string;
    /** What a page says of a record that was removed while it was open. */
    removed: string;
  };
}

/** Pre-images are for records that move between rooms, or whose removal only the record itself can place. */
type Kept<View extends RecordView, Before extends boolean> = {
  /** The event of its removal carries the record as it was; else its `_id` alone. */
  keepsBefore: Before;
} & (Before extends true
  ? {
      /** Further rooms, of the record as it is and as it was before. */
      rooms(view: z.output<View>): Room[];
    }
  : { rooms?: undefined });

/**
 * What every package must know of one kind of record. Its events, rooms, views, atoms, sentences and collection's
 * settings are derived from it; what is no record (presence, doors, stock, sessions) has no definition.
 */
export const record = <
  const Name extends string,
  const Collection extends string,
  View extends RecordView,
  const Key extends string,
  const List extends string,
  Before extends boolean,
  const ListKey extends string = never,
  const Kind extends string = never,
>(
  definition: Facts<Name, Collection, View, Key, ListKey, List, Kind> & Kept<View, Before>,
) => definition;

/** A definition of any record, for code that handles them all alike. */
export type RecordDefinition<View extends RecordView = RecordView> = Facts<
  string,
  string,
  View,
  string,
  string,
  string,
  string
> & {
  keepsBefore: boolean;
  rooms?: ((view: never) => Room[]) | undefined;
};

/** All that is known of a record that was removed, where nobody kept it. */
export const Gone = z.object({ _id: Id });
