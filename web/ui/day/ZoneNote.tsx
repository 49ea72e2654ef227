import { serverZone } from "../../state/server-zone.ts";
import { isElsewhere } from "./server-day.ts";

/** Beside days or times of day that are chosen: whose they are, where the operator's own clock is another. */
export const ZoneNote = ({ of = "Days" }: { of?: "Days" | "Times" }) =>
  isElsewhere() ? (
    <p className="field-hint">
      {of} of {serverZone()}
    </p>
  ) : null;
