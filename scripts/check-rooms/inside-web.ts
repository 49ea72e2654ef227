import type { Step } from "./step.ts";

const floors: ReadonlySet<string> = new Set(["live", "http", "state", "ui"]);

/** Page paths are written once and every link needs them; the file imports nothing itself. */
const pagePaths = "web/app/paths.ts";

const areaOf = (path: string): string => path.split("/")[1] ?? "";
const featureOf = (path: string): string => path.split("/")[2] ?? "";

/** The order inside web: app, then features, then live, http, state and ui. */
export const insideWeb = ({ from, to }: Step): string | null => {
  const fromArea = areaOf(from);
  const toArea = areaOf(to);
  if (to === pagePaths) return null;
  if (floors.has(fromArea) && !floors.has(toArea)) return `imports ${to}: ${fromArea} lies below ${toArea}`;
  if (fromArea !== "features") return null;
  if (toArea !== "features") return floors.has(toArea) ? null : `imports ${to}: features lie below ${toArea}`;
  if (featureOf(from) === featureOf(to)) return null;
  return `imports ${to}: features do not import each other, a piece two of them need goes to ui`;
};
