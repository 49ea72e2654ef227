import { serverZone } from "../../state/server-zone.ts";
import { isElsewhere } from "./server-day.ts";

/** Beside days that are chosen: whose they are, where the operator's own clock is another. */
export const ZoneNote = () => (isElsewhere() ? <p className="field-hint">Days of {serverZone()}</p> : null);
