import { type NewsName, type NewsView, news } from "#shared/events/news.ts";
import type { Room } from "#shared/events/rooms.ts";
import type { CollectionName } from "#shared/runtime/collections.ts";
import { containerRecordView, doorView } from "../features/containers/containers.view.ts";
import { rowView, sessionView } from "../features/control-units/control-units.view.ts";
import { machineRecordView } from "../features/machines/machines.view.ts";
import { productView } from "../features/products/products.view.ts";
import { profileView } from "../features/profiles/profiles.view.ts";
import { regionView } from "../features/regions/regions.view.ts";
import { requestView, unitView } from "../features/registration/registration.view.ts";
import type { Audience, Change, ChangeFeed } from "../parts.ts";
import type { Names } from "./names.ts";

/** How a collection's changes become news. `removed` gets the record as it was, or null where that is not kept. */
interface Rule<N extends CollectionName, C extends NewsName, R extends NewsName> {
  changed: C;
  view: (record: NonNullable<Change<N>["after"]>) => NewsView<C>;
  removed: R;
  removedView: (change: Change<N>) => NewsView<R> | null;
  /** Who must load again when it is not known which record went. */
  lists: Room[];
}

/** The one table from collection to view and event. */
export const relayChanges = (feed: ChangeFeed, audience: Audience, names: Names): void => {
  const rule = <N extends CollectionName, C extends NewsName, R extends NewsName>(
    collection: N,
    { changed, view, removed, removedView, lists }: Rule<N, C, R>,
  ) => {
    feed.on(collection, (change) => {
      const before = change.before ? view(change.before as NonNullable<Change<N>["after"]>) : null;
      if (change.after) send(changed, view(change.after as NonNullable<Change<N>["after"]>), before, change.t);
      else {
        const gone = removedView(change);
        if (gone) send(removed, gone, null, change.t);
        else audience.reload(lists);
      }
    });
  };

  const send = <N extends NewsName>(name: N, view: NewsView<N>, before: NewsView<N> | null, t: string) => {
    const to = news[name].to as (view: NewsView<N>, before: NewsView<N> | null) => Room[];
    const rooms = audience.present(to(view, before));
    if (rooms.length > 0) audience.emit(rooms, name, { t, view });
  };

  rule("machines", {
    changed: "machine.changed",
    view: (machine) => machineRecordView(machine, names),
    removed: "machine.removed",
    removedView: ({ id }) => ({ _id: id.toHexString() }),
    lists: [],
  });
  rule("productProfiles", {
    changed: "profile.changed",
    view: profileView,
    removed: "profile.removed",
    removedView: ({ id }) => ({ _id: id.toHexString() }),
    lists: [],
  });
  rule("products", {
    changed: "product.changed",
    view: productView,
    removed: "product.removed",
    removedView: ({ id }) => ({ _id: id.toHexString() }),
    lists: [],
  });
  rule("regions", {
    changed: "region.changed",
    view: (region) => regionView(region, names),
    removed: "region.removed",
    removedView: ({ id }) => ({ _id: id.toHexString() }),
    lists: [],
  });
  rule("units", {
    changed: "unit.changed",
    view: unitView,
    removed: "unit.removed",
    removedView: ({ before }) => before && unitView(before),
    lists: ["registered-units", "live-status", "machines"],
  });
  rule("registrationRequests", {
    changed: "request.changed",
    view: requestView,
    removed: "request.removed",
    removedView: ({ before }) => before && requestView(before),
    lists: ["registration-requests"],
  });
  rule("sessions", {
    changed: "session.changed",
    view: sessionView,
    removed: "session.changed",
    removedView: () => null,
    lists: [],
  });
  rule("sessionRows", {
    changed: "session.row.changed",
    view: rowView,
    removed: "session.row.changed",
    removedView: () => null,
    lists: [],
  });
  rule("containers", {
    changed: "container.changed",
    view: (container) => containerRecordView(container, names),
    removed: "container.removed",
    removedView: ({ before }) => before && containerRecordView(before, names),
    lists: [],
  });
  // A door is never removed: its lock stays where it is, and a unit that is gone says nothing more.
  feed.on("doors", ({ after, t }) => {
    if (after) send("door.changed", doorView(after), null, t);
  });
  feed.onGap(() => audience.reload([]));
};
