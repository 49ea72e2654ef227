import { ObjectId } from "mongodb";
import type { CallParts } from "#shared/http/endpoint.ts";
import type { listRegisteredPages } from "#shared/registration/registered-pages.api.ts";
import { byFigure } from "../../records/by-figure.ts";
import type { FeatureParts } from "../../records/feature.ts";
import type { KnownUnit } from "../../records/known-units.ts";
import { inOrderOf, pageFigures, rangeOfPage } from "../../records/long-page.ts";
import { createRegistrationRepository } from "./registration.repository.ts";
import { unitView } from "./registration.view.ts";

type Parts = Pick<FeatureParts, "mongo" | "presence" | "knownUnits">;
type Query = CallParts<typeof listRegisteredPages>["query"];

/** Pages of all registered units: found, ordered and counted in memory; what a page shows is read from the stores. */
export const createRegisteredPages = ({ mongo, presence, knownUnits }: Parts) => {
  const stored = createRegistrationRepository(mongo);

  const readRows = async (ids: readonly string[]) => {
    const { found, asOf } = await mongo.readAsOf((dbSession) =>
      stored.unitsAmong(
        dbSession,
        ids.map((id) => new ObjectId(id)),
      ),
    );
    const heard = await presence.read(found.map(({ serialNumber }) => serialNumber));
    const rows = found.map((unit) => {
      const last = heard.get(unit.serialNumber);
      return {
        ...unitView(unit),
        lastSeenOnline: last ? new Date(last.lastSeen).toISOString() : null,
        strength: last?.strength ?? null,
      };
    });
    return { rows: inOrderOf(ids, rows), asOf };
  };

  return async ({ page, sort, permission, machines, ...query }: Query) => {
    const lists = await knownUnits.current();
    const ids = machines && new Set(machines.split(","));
    const [serialNumber, name] = [query.serialNumber?.toLowerCase() ?? "", query.name?.toLowerCase() ?? ""];
    const direction = sort.startsWith("-") ? -1 : 1;
    const by = sort.replace("-", "") as "time" | "serialNumber" | "name" | "permission";
    const counts = { all: 0, unauthorised: 0 };
    const found: KnownUnit[] = [];
    for (const known of lists[by === "permission" ? "time" : by]) {
      counts.all += 1;
      if (!known.authorised) counts.unauthorised += 1;
      const isFound =
        (!ids || ids.has(known.id)) &&
        (!permission || (permission === "Authorized") === known.authorised) &&
        known.inSerialNumber.includes(serialNumber) &&
        known.inName.includes(name);
      if (isFound) found.push(known);
    }
    const range = rangeOfPage(page);
    const ordered =
      by === "permission"
        ? byFigure(found, ({ authorised }) => Number(!authorised), direction, range)
        : (direction === 1 ? found : found.toReversed()).slice(range.from, range.to);
    const { rows, asOf } = await readRows(ordered.map(({ id }) => id));
    return { units: { vendingMachines: rows, ...pageFigures(page, found.length) }, counts, asOf };
  };
};
