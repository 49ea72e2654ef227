import type { ImportStep } from "./step.ts";

/** From the top down; what stands in one line may use each other. */
const storeys: readonly (readonly string[])[] = [
  ["app"],
  ["features"],
  ["records", "recipes"],
  ["live", "http", "state", "ui"],
];

/** Page paths are written once and every link needs them; the file imports nothing itself. */
const pagePaths = "web/app/paths.ts";

const areaOf = (path: string): string => path.split("/")[1] ?? "";
const featureOf = (path: string): string => path.split("/")[2] ?? "";
/** What lies beside the storeys (a file of web itself, the gallery) is above them all. */
const heightOf = (area: string): number => storeys.findIndex((storey) => storey.includes(area));

/** The order inside web: app, then features, then records and recipes, then live, http, state and ui. */
export const insideWeb = ({ from, to }: ImportStep): string | null => {
  const fromArea = areaOf(from);
  const toArea = areaOf(to);
  if (to === pagePaths) return null;
  if (fromArea === "features" && toArea === "features" && featureOf(from) !== featureOf(to))
    return `imports ${to}: features do not import each other, a piece two of them need goes to ui or records`;
  if (heightOf(fromArea) <= 0 || heightOf(toArea) >= heightOf(fromArea)) return null;
  return `imports ${to}: ${fromArea} lies below ${toArea}`;
};
