import * as z from "zod";
import { FirmwareVersion } from "../registration/registration.schema.ts";

/**
 * What a heartbeat says of its unit (specification: Telemetry), carried whole from the message to the screen. A fact
 * that is missing was not said. A new one is added here, in the protocol's document and in the simulator.
 */
export const Telemetry = z.object({
  /** RSSI in dBm; null where it cannot be measured, on a cable for instance. */
  strength: z.number().min(-120).max(0).nullish(),
  /** Degrees Celsius inside the machine. */
  temperature: z.number().min(-60).max(120).optional(),
  /** Volts at the unit's input. */
  supply: z.number().min(0).max(100).optional(),
  firmware: FirmwareVersion.optional(),
});
export type Telemetry = z.infer<typeof Telemetry>;

/** Every fact but the strength, which screens draw as bars: how it is called and its unit, which may be empty. */
const words: Record<Exclude<keyof Telemetry, "strength">, { head: string; unit: string }> = {
  temperature: { head: "Temperature", unit: "°C" },
  supply: { head: "Supply", unit: "V" },
  firmware: { head: "Firmware", unit: "" },
};
export const telemetryWords = Object.entries(words).map(([name, of]) => ({ name: name as keyof typeof words, ...of }));
