import { ObjectId } from "mongodb";
import type { CallParts } from "#shared/http/endpoint.ts";
import type { listLiveStatus } from "#shared/live-status/live-status-pages.api.ts";
import { machineStatus } from "#shared/machines/machine.rules.ts";
import type { FeatureParts } from "../../records/feature.ts";
import type { KnownMachine } from "../../records/known-machines.ts";
import { inOrderOf, pageFigures, rangeOfPage, wordsOf } from "../../records/long-page.ts";
import { createLiveStatusRepository } from "./live-status.repository.ts";
import { rowsWith } from "./live-status.view.ts";
import { inOrder } from "./status-order.ts";

type Parts = Pick<FeatureParts, "mongo" | "presence" | "clock" | "limits" | "knownMachines">;
type Query = CallParts<typeof listLiveStatus>["query"];
const has = (text: string, part: string | undefined) => !part || text.includes(part);
/** An exact match comes first: a search field shows only a few, and many may contain the text. */
const calledFirst = (found: readonly KnownMachine[], typed: string): KnownMachine[] => {
  const isCalled = ({ inId, inName }: KnownMachine) => inId === typed || inName === typed;
  return [...found.filter(isCalled), ...found.filter((known) => !isCalled(known))];
};

/** Pages of a network of any size: found, ordered and counted in memory; what a page shows is read from the stores. */
export const createLiveStatusPages = ({ mongo, presence, clock, limits, knownMachines }: Parts) => {
  const stored = createLiveStatusRepository(mongo);
  const { silentAfterSeconds } = limits;

  const readBouncing = async (now: number): Promise<ReadonlySet<string>> =>
    new Set((await mongo.readAsOf((dbSession) => stored.bouncing(dbSession, now))).found.keys());

  const readRows = async (ids: readonly string[]) => {
    const machines = ids.map((id) => new ObjectId(id));
    const { found, asOf } = await mongo.readAsOf(async (dbSession) => ({
      machines: await stored.machinesAmong(dbSession, machines),
      units: await stored.speakingAmong(machines, dbSession),
      bouncing: await stored.bouncing(dbSession, clock.now()),
    }));
    const heard = await presence.read(found.units.map(({ serialNumber }) => serialNumber));
    const rowOf = rowsWith({ ...found, heard }, { now: clock.now(), silentAfterSeconds });
    return { rows: inOrderOf(ids, found.machines.map(rowOf)), asOf };
  };

  /** The region's profile ids: a machine belongs to the region that has its profile. */
  const readProfiles = async (region: string): Promise<ReadonlySet<string>> => {
    const found = await mongo.collections.regions.findOne({ _id: new ObjectId(region) });
    return new Set(found?.profiles.map((id) => id.toHexString()));
  };

  return async (query: Query) => {
    const { page, sort, state } = query;
    const [name, vendingMachineId] = [query.name?.toLowerCase(), query.vendingMachineId?.toLowerCase()];
    const words = wordsOf(query.q);
    const [profiles, bouncing, { listed }] = await Promise.all([
      query.region === undefined ? null : readProfiles(query.region),
      sort === "trouble" ? readBouncing(clock.now()) : new Set<string>(),
      knownMachines.current(),
    ]);
    const now = clock.now();
    const statusOf = (known: KnownMachine) => machineStatus(known, now, silentAfterSeconds);
    const counts = { Online: 0, Offline: 0, Unavailable: 0 };
    const found: KnownMachine[] = [];
    for (const known of listed(sort.endsWith("vendingMachineId") ? "vendingMachineId" : "name", query.machines)) {
      const status = statusOf(known);
      counts[status] += 1;
      const isFound =
        (!state || status === state) &&
        (!profiles || profiles.has(known.profile)) &&
        (query.free === undefined || known.isFree === query.free) &&
        has(known.inName, name) &&
        has(known.inId, vendingMachineId) &&
        words.every(
          (word) => known.inName.includes(word) || known.inId.includes(word) || known.inLocation.includes(word),
        );
      if (isFound) found.push(known);
    }
    const shown = sort === "name" && words.length > 0 ? calledFirst(found, words.join(" ")) : found;
    const machines = inOrder(shown, sort, { statusOf, bouncing }, rangeOfPage(page));
    const { rows, asOf } = await readRows(machines.map(({ id }) => id));
    return {
      liveStatus: { machines: rows, ...pageFigures(page, found.length) },
      counts,
      asOf,
    };
  };
};
