import type { Measured, Uptime } from "#shared/machines/machine-history.schema.ts";
import { lengthOf } from "../../ui/times.ts";
import { uptimeText } from "./history-list.ts";

interface FigureProps {
  name: string;
  share: number | null | undefined;
  /** The measured time, where that is less than its name says. */
  rests: string | null;
}

function Figure({ name, share, rests }: FigureProps) {
  const words = share === undefined ? "…" : uptimeText(share);
  return (
    <div className="card uptime">
      <dt>{name}</dt>
      <dd className="figures">
        {words}
        {share === null && <span className="muted uptime-never">never heard</span>}
        {share !== null && rests && <span className="muted uptime-never">{rests}</span>}
      </dd>
      <div className="uptime-bar" aria-hidden="true">
        <span style={{ width: `${(share ?? 0) * 100}%` }} />
      </div>
    </div>
  );
}

const dayMs = 86_400_000;

/** Share of the time in which the machine was heard; of a younger machine, of the time since it was first heard. */
export function UptimeFigures({ uptime, measured }: { uptime: Uptime | undefined; measured: Measured | null }) {
  const measuredMs = measured?.since ? Date.parse(measured.until) - Date.parse(measured.since) : null;
  const restsOf = (days: number) =>
    measuredMs !== null && measuredMs < days * dayMs ? `measured for ${lengthOf(measuredMs)}` : null;
  return (
    <dl className="uptimes" title="Share of the time in which it was heard, since it was first heard">
      <Figure name="Uptime of 7 days" share={uptime?.sevenDays} rests={restsOf(7)} />
      <Figure name="Uptime of 30 days" share={uptime?.thirtyDays} rests={restsOf(30)} />
    </dl>
  );
}
