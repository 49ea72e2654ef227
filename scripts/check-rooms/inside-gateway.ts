import type { ImportStep } from "./step.ts";

/** From the front door to the floor; a file imports its own level or a lower one. */
const levels: Record<string, number> = {
  "main.ts": 5,
  "start.ts": 4,
  "app.ts": 3,
  features: 2,
  push: 2,
  "machine-link": 2,
  http: 1,
  "parts.ts": 1,
  "limits.ts": 1,
};

/** A file of the gateway that the order does not name stands beside app.ts. */
const levelOf = (area: string): number => levels[area] ?? 3;

const areaOf = (path: string): string => path.split("/")[1] ?? "";
const featureOf = (path: string): string => path.split("/")[2] ?? "";

/** The order inside gateway: main, start, app, then features, push and machine-link side by side, then http. */
export const insideGateway = ({ from, to, kind }: ImportStep): string | null => {
  const fromArea = areaOf(from);
  const toArea = areaOf(to);
  // What is handed in is described by the types of those who make it; a type builds nothing.
  if (fromArea === "parts.ts" && kind === "type") return null;
  if (levelOf(fromArea) < levelOf(toArea)) return `imports ${to}: ${fromArea} lies below ${toArea}`;
  if (levelOf(fromArea) !== 2 || levelOf(toArea) !== 2) return null;
  if (fromArea === toArea) return fromArea === "features" ? betweenFeatures(from, to, kind) : null;
  if (fromArea === "features") return `imports ${to}: a feature writes records, ${toArea} hears of it by itself`;
  if (fromArea === "push" && toArea === "features") {
    return to.endsWith(".view.ts") ? null : `imports ${to}: of a feature, push may import only the view`;
  }
  if (fromArea === "machine-link" && toArea === "features") {
    if (to.endsWith(".service.ts") && kind === "type") return null;
    return `imports ${to}: machine-link is handed services and may import only their types`;
  }
  return `imports ${to}: push and machine-link do not know each other`;
};

const betweenFeatures = (from: string, to: string, kind: ImportStep["kind"]): string | null => {
  if (featureOf(from) === featureOf(to)) return null;
  if (to.endsWith(".repository.ts")) return `imports ${to}: a feature never uses another feature's repository`;
  if (to.endsWith(".routes.ts")) return `imports ${to}: a feature never uses another feature's routes`;
  if (/\.(service|feature)\.ts$/.test(to) && kind !== "type") {
    return `imports ${to}: another feature's service is handed in, import only its type`;
  }
  return null;
};
