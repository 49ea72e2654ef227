import type { HealthProcess, ProcessKind } from "#shared/health/health.schema.ts";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { Chip } from "../../ui/StateChip.tsx";
import type { Column } from "../../ui/table/column.ts";

const kinds: Record<ProcessKind, string> = { gateway: "Gateway", workers: "Workers", reports: "Report workers" };

export const processColumns: Column<HealthProcess>[] = [
  { id: "kind", head: "Process", kind: "choice", width: 140, onPhone: "title", value: ({ kind }) => kinds[kind] },
  { id: "host", head: "Host", width: 160, onPhone: "line", value: ({ host }) => host, as: "mono" },
  { id: "version", head: "Version", width: 90, value: ({ version }) => version, as: "mono" },
  {
    id: "startedAt",
    head: "Started",
    kind: "time",
    width: 110,
    value: ({ startedAt }) => startedAt,
    cell: ({ startedAt }) => <RelativeTime at={startedAt} />,
  },
  {
    id: "seenAt",
    head: "Last sign of life",
    kind: "time",
    width: 130,
    value: ({ seenAt }) => seenAt,
    cell: ({ seenAt }) => <RelativeTime at={seenAt} />,
  },
  {
    id: "loopDelayMs",
    head: "Event loop, ms",
    kind: "number",
    width: 120,
    glows: false,
    value: ({ loopDelayMs }) => Math.round(loopDelayMs),
  },
  {
    id: "memoryBytes",
    head: "Memory, MB",
    kind: "number",
    width: 110,
    glows: false,
    value: ({ memoryBytes }) => Math.round(memoryBytes / 1e6),
  },
  {
    id: "clockSkewMs",
    head: "Clock ahead, ms",
    kind: "number",
    width: 130,
    glows: false,
    value: ({ clockSkewMs }) => Math.round(clockSkewMs),
  },
  {
    id: "state",
    head: "State",
    kind: "choice",
    width: 100,
    onPhone: "side",
    value: ({ isGone }) => (isGone ? "Gone" : "Running"),
    cell: ({ isGone }) =>
      isGone ? (
        <Chip tone="danger" icon="pi-times-circle" word="Gone" />
      ) : (
        <Chip tone="ok" icon="pi-circle-fill" calm="dot" word="Running" />
      ),
  },
];
