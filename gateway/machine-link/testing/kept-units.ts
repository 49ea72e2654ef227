import { afterEach } from "vitest";
import type { RawUnit } from "../../../broker/testing/raw-unit.ts";

/** Keeps the units of each test, which leave when it has ended. Call it once per file. */
export const keepUnits = () => {
  const units: RawUnit[] = [];
  afterEach(() => {
    for (const unit of units.splice(0)) unit.leave();
  });
  return (unit: RawUnit): RawUnit => {
    units.push(unit);
    return unit;
  };
};
