import { readInstallation } from "#shared/health/health.api.ts";
import type { HealthSampleDocument } from "#shared/health/health.document.server.ts";
import type { HealthLine } from "#shared/health/health.schema.ts";
import {
  boundText,
  figureText,
  healthLines,
  type LineId,
  lineIds,
  sampleMs,
  stateOf,
} from "#shared/health/health-lines.ts";
import { isSilent, type Measured, measureInstallation } from "#shared/health/measure-installation.server.ts";
import { route } from "../../http/route.ts";
import type { Feature } from "../../records/feature.ts";

const dayMs = 86_400_000;

/** A place for each 5 minutes of the last day: where no sample was stored is a gap. */
const lastDayOf = (id: LineId, samples: readonly HealthSampleDocument[], end: number): (number | null)[] => {
  const bySlot = new Map(samples.map(({ at, figures }) => [at.getTime(), figures[id] ?? null]));
  return Array.from({ length: dayMs / sampleMs }, (_, n) => bySlot.get(end - dayMs + (n + 1) * sampleMs) ?? null);
};

const wordsOf = (id: LineId, { figures, notes }: Measured, knownAt: Date | null): string => {
  const figure = figures[id];
  const note = notes[id];
  if (figure === undefined) return note ?? (knownAt ? "not known since" : "not known");
  if (!note) return figureText(id, figure);
  return healthLines[id].unit === "grade" ? note : `${figureText(id, figure)}: ${note}`;
};

/** The health of the installation: what each process reported of itself, and what the stores answer now. */
export const healthFeature: Feature = (app, parts) => {
  route(app, readInstallation, async () => {
    const measured = await measureInstallation(parts);
    const end = measured.at - (measured.at % sampleMs);
    const samples = await parts.mongo.collections.healthSamples
      .find({ at: { $gt: new Date(end - dayMs) } }, { hint: "at" })
      .sort({ at: 1 })
      .toArray();
    const lines = lineIds.map((id): HealthLine => {
      const isKnown = measured.figures[id] !== undefined;
      const knownAt = isKnown ? null : (samples.findLast(({ figures }) => figures[id] !== undefined)?.at ?? null);
      const { group, title } = healthLines[id];
      return {
        id,
        group,
        title,
        state: stateOf(id, measured.figures[id]),
        words: wordsOf(id, measured, knownAt),
        bound: boundText(id),
        knownAt: knownAt?.toISOString() ?? null,
        lastDay: lastDayOf(id, samples, end),
      };
    });
    const processes = measured.processes.map((one) => ({
      ...one,
      startedAt: one.startedAt.toISOString(),
      seenAt: one.seenAt.toISOString(),
      isGone: isSilent(one, measured.at),
    }));
    return { at: new Date(measured.at).toISOString(), lines, processes };
  });
};
