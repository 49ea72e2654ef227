import "./outage-strip.css";
import { useMemo } from "react";
import { type LastHours, outagesOf, unmeasuredOf } from "./outages.ts";

/** 24 hours as a strip: outages in red, hatched where nothing is measured. What it shows is said in words beside it. */
export function OutageStrip({ of }: { of: LastHours }) {
  const outages = useMemo(() => outagesOf(of), [of]);
  const unmeasured = unmeasuredOf(of);
  return (
    <div className="up-strip" aria-hidden="true">
      {unmeasured > 0 && <span className="up-hatched" style={{ left: 0, width: `${unmeasured}%` }} />}
      {outages.map(({ left, width, words }) => (
        <span key={words} className="up-outage" style={{ left: `${left}%`, width: `${width}%` }} title={words} />
      ))}
    </div>
  );
}
