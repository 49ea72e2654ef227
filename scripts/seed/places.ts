/** What stands in for a control unit: simulated, registered but silent since then, or none at all. */
type DemoStandIn = { silentForHours?: number } | null;

export interface DemoPlace {
  vendingMachineId: string;
  name: string;
  location: string;
  /** Names the region, and the profile whose prices apply there. */
  area: "Ernakulam" | "Kakkanad" | "Kalamassery" | "Aluva";
  /** How many containers the machine has; its channels are 1 to this. */
  containers: number;
  active: boolean;
  unit: DemoStandIn;
}

type Row = [name: string, location: string, containers: number, more?: Partial<Pick<DemoPlace, "active" | "unit">>];

const rows: Record<DemoPlace["area"], [code: string, ...Row[]]> = {
  Ernakulam: [
    "ERN",
    ["MG Road Metro", "Concourse level, MG Road Metro Station", 30],
    ["Maharaja's College Metro", "Gate B, Maharaja's College Metro Station", 24],
    ["Ernakulam South Metro", "Platform 1 stairs, Ernakulam South Metro Station", 30],
    ["General Hospital Ernakulam", "Outpatient block, Hospital Road", 20],
    ["Marine Drive Walkway", "Rainbow Bridge end, Marine Drive", 24],
    ["Kaloor Stadium Metro", "Ticket hall, JLN Stadium Metro Station, Kaloor", 30],
  ],
  Kakkanad: [
    "KKD",
    ["Infopark Athulya", "Ground floor lobby, Athulya, Infopark Phase 1", 40],
    ["Infopark Jyothirmaya", "Food court, Jyothirmaya, Infopark Phase 2", 40],
    ["SmartCity Kochi", "Tower 1 atrium, SmartCity Kochi", 30],
    ["Special Economic Zone Gate", "Main gate waiting area, Cochin SEZ", 20],
    ["Rajagiri Valley Campus", "Engineering block canteen, Rajagiri Valley", 24],
    ["Civil Station Kakkanad", "Collectorate entrance, Civil Station", 20, { unit: { silentForHours: 3 } }],
  ],
  Kalamassery: [
    "KLM",
    ["CUSAT Library", "University library foyer, CUSAT", 24],
    ["Cochin University Metro", "Concourse level, Cochin University Metro Station", 24],
    ["Edappally Metro", "Skywalk, Edappally Metro Station", 30],
    ["Startup Complex", "Integrated Startup Complex, Kinfra Hi-Tech Park", 24],
    ["Government Medical College", "Casualty waiting hall, HMT Colony", 20],
    ["Pathadipalam Metro", "Gate A, Pathadipalam Metro Station", 20, { unit: { silentForHours: 101 } }],
  ],
  Aluva: [
    "ALU",
    ["Aluva Metro", "Concourse level, Aluva Metro Station", 30],
    ["Rajagiri Hospital", "Main lobby, Rajagiri Hospital, Chunangamvely", 24],
    ["Union Christian College", "Students' centre, UC College", 20],
    ["Muttom Metro", "Ticket hall, Muttom Metro Station", 20, { active: false }],
    ["Companypady Metro", "Gate B, Companypady Metro Station", 20],
    ["Cochin Airport Terminal 3", "Arrivals hall, Terminal 3, Nedumbassery", 40, { unit: null }],
  ],
};

/** Two digits, as they are printed beneath the QR code. */
const numbered = (index: number) => String(index + 1).padStart(2, "0");

/**
 * 24 machines around Kochi. Two of their units are silent, one machine has none and one is deactive, so that no screen
 * is empty at first sight.
 */
export const places: DemoPlace[] = Object.entries(rows).flatMap(([area, [code, ...machines]]) =>
  (machines as Row[]).map(([name, location, containers, more], index) => ({
    vendingMachineId: `KOC-${code}-${numbered(index)}`,
    name,
    location,
    area: area as DemoPlace["area"],
    containers,
    active: true,
    unit: {},
    ...more,
  })),
);
