import { type EventName, type EventView, events } from "#shared/events/events.ts";
import { type RecordDefinition, records, type ViewOf } from "#shared/events/records.ts";
import type { Room } from "#shared/events/rooms.ts";
import { doorView } from "../features/containers/containers.view.ts";
import { rowView, sessionView } from "../features/control-units/control-units.view.ts";
import { postedView } from "../features/ledger/ledger.view.ts";
import { unitBouncingView } from "../features/machines/bouncing.view.ts";
import { ledgerPostedView } from "../features/transaction-ledger/transaction-ledger.view.ts";
import type { Audience, ChangeFeed, StoredIn } from "../parts.ts";
import type { Names } from "./names.ts";

/** How each record is shown; a feature's view, handed in. */
export type RecordViews = {
  [C in RecordDefinition as C["name"]]: (stored: StoredIn<C["collection"]>, names: Names) => ViewOf<C>;
};

/** From collection to view and event: records by their definitions, the rest written out. */
export const relayChanges = (feed: ChangeFeed, audience: Audience, names: Names, views: RecordViews): void => {
  const send = <N extends EventName>(name: N, view: EventView<N>, before: EventView<N> | null, t: string) => {
    const to = events[name].to as (view: EventView<N>, before: EventView<N> | null) => Room[];
    const rooms = audience.present(to(view, before));
    if (rooms.length > 0) audience.emit(rooms, name, { t, view });
  };

  for (const { name, collection, keepsBefore, lists } of records) {
    const view = views[name] as (stored: unknown, names: Names) => EventView<EventName>;
    feed.on(collection, ({ id, after, before, t }) => {
      const was = before && view(before, names);
      if (after) send(`${name}.changed`, view(after, names), was, t);
      else if (!keepsBefore) send(`${name}.removed`, { _id: id.toHexString() } as EventView<EventName>, null, t);
      else if (was) send(`${name}.removed`, was, null, t);
      // It is not known which record went.
      else audience.reload([...lists]);
    });
  }
  feed.on("sessions", ({ after, t }) => {
    if (after) send("session.changed", sessionView(after), null, t);
    else audience.reload([]);
  });
  feed.on("sessionRows", ({ after, t }) => {
    if (after) send("session.row.changed", rowView(after), null, t);
    else audience.reload([]);
  });
  feed.on("canLedger", ({ after, t }) => {
    if (after) send("ledger.posted", postedView(after, names), null, t);
  });
  feed.on("transactionLedger", ({ after, t }) => {
    if (after) send("transaction-ledger.posted", ledgerPostedView(after), null, t);
  });
  feed.on("unknownPayments", ({ after, t }) => {
    if (after) send("unknown-payment.changed", { paymentId: after._id }, null, t);
  });
  // A door is never removed: its lock stays where it is, and a unit that is gone says nothing more.
  feed.on("doors", ({ after, t }) => {
    if (after) send("door.changed", doorView(after), null, t);
  });
  // The end of bouncing needs no event: screens know its time.
  feed.on("rattlingUnits", ({ after, t }) => {
    if (after) send("rattling.changed", unitBouncingView(after), null, t);
  });
  feed.onGap(() => audience.reload([]));
};
