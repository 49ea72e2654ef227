import type { Uptime } from "#shared/machines/machine-history.schema.ts";
import { uptimeText } from "./history-list.ts";

interface FigureProps {
  name: string;
  share: number | null | undefined;
}

function Figure({ name, share }: FigureProps) {
  const words = share === undefined ? "…" : uptimeText(share);
  return (
    <div className="card uptime">
      <dt>{name}</dt>
      <dd className="figures">
        {words}
        {share === null && <span className="muted uptime-never">never heard</span>}
      </dd>
      <div className="uptime-bar" aria-hidden="true">
        <span style={{ width: `${(share ?? 0) * 100}%` }} />
      </div>
    </div>
  );
}

/** Share of the time in which the machine was heard; of a younger machine, of the time since it was first heard. */
export function UptimeFigures({ uptime }: { uptime: Uptime | undefined }) {
  return (
    <dl className="uptimes" title="Share of the time in which it was heard, since it was first heard">
      <Figure name="Uptime of 7 days" share={uptime?.sevenDays} />
      <Figure name="Uptime of 30 days" share={uptime?.thirtyDays} />
    </dl>
  );
}
