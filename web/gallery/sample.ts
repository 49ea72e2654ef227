import type { MachineStatus } from "#shared/machines/machine.rules.ts";

export interface SampleRow {
  _id: string;
  name: string;
  vendingMachineId: string;
  status: MachineStatus;
  lastSeenOnline: string | null;
  strength: number | null;
  sales: number;
  location: string;
}

const places = [
  "Koramangala 4th Block",
  "Indiranagar Metro",
  "HSR Layout",
  "Whitefield ITPL",
  "MG Road",
  "Jayanagar",
  "Hebbal",
];
const buildings = ["Lobby", "Canteen", "Gate 2", "Food court", "Tower B, 3rd floor", "Gym"];

/** The same rows for the same number: a small generator instead of chance. */
export function sampleRows(count: number): SampleRow[] {
  let seed = 7;
  const next = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  return Array.from({ length: count }, (_, at) => {
    const status = (["Online", "Online", "Online", "Offline", "Unavailable"] as const)[next(5)] ?? "Online";
    const place = places[next(places.length)];
    const building = buildings[next(buildings.length)];
    return {
      _id: (0x665f1c00 + at).toString(16).padEnd(24, "9a2b"),
      name:
        at === 2
          ? "Kempegowda International Airport, Terminal 2, Departures, next to the second food court by Gate 41"
          : `${place} ${building}`,
      vendingMachineId: `VM-${String(at + 1).padStart(4, "0")}`,
      status,
      lastSeenOnline:
        status === "Unavailable"
          ? null
          : new Date(Date.now() - (status === "Online" ? next(60) : 120 + next(400_000)) * 1000).toISOString(),
      strength: status === "Unavailable" ? null : -45 - next(50),
      sales: next(9_000_000) / 100,
      location: `${building}, ${place}, Bengaluru`,
    };
  });
}
