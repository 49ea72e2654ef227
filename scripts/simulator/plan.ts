import { drawFaults, type FaultRates } from "./faults.ts";
import type { MachinePlan } from "./machine-events.ts";
import { createRandom } from "./random.ts";

/** A machine as its operator knows it, and the unit inside. */
export interface FleetPlan extends MachinePlan {
  name: string;
  location: string;
  vendingMachineId: string;
}

const versions = ["2.3.0", "2.4.0", "2.4.1", "2.4.1", "2.4.1", "2.5.0-rc1"] as const;
const places = [
  ...["Airport", "Bus Stand", "City Mall", "Clock Tower", "College Gate", "Cricket Ground", "Fish Market"],
  ...["Food Court", "Hospital", "Lake Park", "Library", "Metro Station", "Museum", "Railway Station", "Tech Park"],
] as const;
const cities = ["Bengaluru", "Chennai", "Hyderabad", "Kochi", "Mumbai", "Mysuru", "Pune", "Thane"] as const;
const sides = ["east gate", "first floor", "food hall", "main entrance", "platform 1", "west gate"] as const;
const sizes = [12, 20, 20, 24, 40] as const;

/** Who the unit with this serial number is, whatever the rest of the fleet looks like. */
export const planUnit = (
  seed: number,
  serialNumber: string,
  channels: readonly number[],
  rates: FaultRates,
): MachinePlan => {
  const random = createRandom(`${seed}/${serialNumber}`);
  return {
    serialNumber,
    channels,
    version: random.fork("version").pick(versions),
    faults: drawFaults(random.fork("faults"), rates, channels),
    seed: `${seed}/${serialNumber}/deeds`,
  };
};

/** The same fleet for the same seed. A larger fleet begins with the machines of the smaller one. */
export const planFleet = (machines: number, seed: number, rates: FaultRates): FleetPlan[] =>
  Array.from({ length: machines }, (_, index) => {
    const number = String(index + 1).padStart(4, "0");
    const random = createRandom(`${seed}/place/${number}`);
    const channels = Array.from({ length: random.pick(sizes) }, (_, lock) => lock + 1);
    return {
      ...planUnit(seed, `SIM-${seed}-${number}`, channels, rates),
      name: `${random.pick(places)} ${number}`,
      location: `${random.pick(cities)}, ${random.pick(sides)}`,
      vendingMachineId: `SIM-${seed}-VM-${number}`,
    };
  });
