import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import type { Machine } from "#shared/machines/machine.schema.ts";
import { telemetryWords } from "#shared/machines/telemetry.schema.ts";
import { paths, pathTo } from "../../app/paths.ts";
import { useBouncing } from "../../records/use-bouncing.ts";
import { useHeard } from "../../records/use-heard.ts";
import { ButtonLink } from "../../ui/Button.tsx";
import { Card, Facts } from "../../ui/Card.tsx";
import { Chip, StateChip } from "../../ui/StateChip.tsx";

const lengths: [seconds: number, word: string][] = [
  [86_400, "day"],
  [3_600, "hour"],
  [60, "minute"],
];

/** "5 minutes ahead", "2 hours behind": how far a unit's clock is off. Positive is ahead of the gateway's. */
export function clockOffsetText(offsetSeconds: number): string {
  const size = Math.abs(offsetSeconds);
  const [seconds, word] = lengths.find(([least]) => size >= least) ?? [1, "second"];
  const count = Math.round(size / seconds);
  return `${count} ${word}${count === 1 ? "" : "s"} ${offsetSeconds > 0 ? "ahead" : "behind"}`;
}

/** The machine's control unit and its telemetry; when it was last heard stands in the head. */
export function UnitCard({ machine }: { machine: Machine }) {
  const { unit, clockOffsetSeconds, rattling } = machine;
  const { telemetry } = useHeard(machine).heard;
  const bounces = useBouncing(rattling);
  if (!unit) {
    return (
      <Card title="Control unit">
        <p className="muted">This machine has no authorized control unit, so it cannot be online.</p>
        <p className="card-action">
          <ButtonLink to={paths.registerMachine}>Register Vending Machine</ButtonLink>
        </p>
      </Card>
    );
  }
  const facts: [string, ReactNode][] = [
    [
      "Serial number",
      <Link key="unit" className="mono" to={pathTo("registeredUnit", { serialNumber: unit.serialNumber })}>
        {unit.serialNumber}
      </Link>,
    ],
    ["Permission", <StateChip key="may" state={unit.authorised ? "Authorized" : "Unauthorized"} />],
  ];
  for (const { name, head, unit: measure } of telemetryWords) {
    const said = telemetry?.[name];
    if (said !== undefined) facts.push([head, `${said} ${measure}`.trim()]);
  }
  if (clockOffsetSeconds !== null) {
    facts.push([
      "Its clock",
      <Chip key="clock" tone="warn" icon="pi-exclamation-triangle" word={clockOffsetText(clockOffsetSeconds)} />,
    ]);
  }
  if (bounces !== null) {
    facts.push(["Its locks", <Chip key="locks" tone="warn" icon="pi-exclamation-triangle" word={bounces} />]);
  }
  return (
    <Card title="Control unit">
      <Facts of={facts} />
    </Card>
  );
}
