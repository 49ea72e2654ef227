import type { Telemetry } from "#shared/machines/telemetry.schema.ts";
import type { Random } from "./random.ts";

const tenths = (value: number) => Math.round(value * 10) / 10;

/** What a unit measures of itself, anew with each call; every tenth unit is on a cable and has no signal. */
export const createTelemetry = (random: Random, firmware: string) => {
  const radio = random.fork("radio");
  const climate = random.fork("climate");
  const onCable = radio.chance(0.1);
  const usual = {
    strength: radio.between(-92, -48),
    temperature: climate.between(2, 9),
    supply: climate.between(11.6, 12.8),
  };
  return (): Telemetry => ({
    strength: onCable ? null : Math.round(Math.min(0, Math.max(-120, usual.strength + radio.between(-6, 6)))),
    temperature: tenths(usual.temperature + climate.between(-1, 1)),
    supply: tenths(usual.supply + climate.between(-0.2, 0.2)),
    firmware,
  });
};
