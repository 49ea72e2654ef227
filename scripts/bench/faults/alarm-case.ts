import type { AlarmDocument } from "#shared/alarms/alarm.document.server.ts";
import type { AlarmKind } from "#shared/alarms/alarm.schema.ts";
import { clearAlarm } from "#shared/alarms/alarm-work.api.ts";
import type { Installation } from "../installation.ts";

/** From the cause of an alarm to what ends it. `cause` and `end` take a moment only: workers are killed right after them. */
export interface AlarmCase {
  kind: AlarmKind;
  /** Its id, where others may have an alarm of this kind for good reason. */
  subject?: string;
  /** What happens, for the table. */
  what: string;
  /** What must be there before, however long it takes. */
  prepare?: () => Promise<unknown>;
  cause: () => Promise<unknown>;
  /** What must happen between the cause and the alarm, such as a stored time that is set back. */
  after?: () => Promise<unknown>;
  end: (alarm: AlarmDocument) => Promise<unknown>;
  /** In seconds, without what killed workers cost. */
  raisedWithin: number;
  clearedWithin: number;
}

/** A person says what it was. */
export const byPerson =
  ({ operator }: Pick<Installation, "operator">) =>
  ({ _id }: AlarmDocument) =>
    operator().call(clearAlarm, { params: { id: `${_id}` }, body: { reason: "It was looked after" } });
