import { useMemo } from "react";
import type { Measured } from "#shared/machines/machine-history.schema.ts";
import { OutageStrip } from "../../records/OutageStrip.tsx";
import { outagesOf, stripWords } from "../../records/outages.ts";
import { Bone } from "../../ui/Bones.tsx";
import { Card } from "../../ui/Card.tsx";
import { clockTime } from "../../ui/times.ts";
import { lookOf, nameOfDay, sinceWords, wordsOfDay } from "./measured-words.ts";

const hourMs = 3_600_000;

/** Thirty days as blocks: how full a block is, its day's uptime; a hatched one is not measured. */
function Days({ measured }: { measured: Measured }) {
  const { days } = measured;
  const note = sinceWords(measured);
  return (
    <Card title="The last 30 days">
      <ol className="up-days" aria-label="Uptime by day">
        {days.map((day, at) => {
          const words = wordsOfDay(day, at === days.length - 1);
          return (
            <li key={day.day} className={`up-day up-day-${lookOf(day)}`} title={words}>
              <span className="unseen">{words}</span>
              {day.share !== null && <span className="up-day-share" style={{ height: `${day.share * 100}%` }} />}
            </li>
          );
        })}
      </ol>
      <p className="up-ends muted figures" aria-hidden="true">
        <span>{nameOfDay(days[0]?.day ?? "")}</span>
        <span>Today</span>
      </p>
      {note && <p className="up-note">{note}</p>}
    </Card>
  );
}

/** The last 24 hours as a strip: outages in red, each listed for readers. */
function LastDay({ measured }: { measured: Measured }) {
  const outages = useMemo(() => outagesOf(measured), [measured]);
  const until = Date.parse(measured.until);
  return (
    <Card title="The last 24 hours">
      <OutageStrip of={measured} />
      <p className="up-ends muted figures" aria-hidden="true">
        {[24, 18, 12, 6].map((hours) => (
          <span key={hours}>{clockTime(until - hours * hourMs)}</span>
        ))}
        <span>{clockTime(until)}</span>
      </p>
      <p className="up-note">{stripWords(measured, outages)}.</p>
      {outages.length > 0 && (
        <ul className="unseen" aria-label="Outages of the last 24 hours">
          {outages.map(({ words }) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
      )}
    </Card>
  );
}

/** How reliable a machine has been: a block for each of 30 days, and the outages of the last 24 hours. */
export function UptimeStrips({ measured }: { measured: Measured }) {
  return (
    <div className="columns">
      <Days measured={measured} />
      <LastDay measured={measured} />
    </div>
  );
}

/** As high, before they are known. */
export const StripBones = () => (
  <div className="columns" aria-hidden="true">
    <Bone height={158} />
    <Bone height={158} />
  </div>
);
