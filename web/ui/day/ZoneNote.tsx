import { serverZone } from "../../state/server-zone.ts";
import { isElsewhere } from "./server-day.ts";

/**
 * Shown beside days or times of day that are chosen: which zone they belong to, if the operator's own clock has another
 * one.
 */
export const ZoneNote = ({ of = "Days" }: { of?: "Days" | "Times" }) =>
  isElsewhere() ? (
    <p className="field-hint">
      {of} of {serverZone()}
    </p>
  ) : null;
