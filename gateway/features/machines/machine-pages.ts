import { ObjectId } from "mongodb";
import type { CallParts } from "#shared/http/endpoint.ts";
import { summaryOf } from "#shared/inventory/inventory.rules.ts";
import { type MachineStatus, machineStatus } from "#shared/machines/machine.rules.ts";
import type { listMachinePages } from "#shared/machines/machine-pages.api.ts";
import { byFigures } from "../../records/by-figure.ts";
import type { FeatureParts } from "../../records/feature.ts";
import { readInventoryRows } from "../../records/inventory-rows.ts";
import type { KnownMachine } from "../../records/known-machines.ts";
import type { CurrentStock } from "../../records/known-stock.ts";
import { inOrderOf, pageFigures, rangeOfPage, wordsOf } from "../../records/long-page.ts";
import { figureAt, figuresPerBrand, type KnownStock } from "../../records/stock-figures.ts";
import { createAlarmedMachines } from "./alarmed-machines.ts";
import { createMachinesRepository } from "./machines.repository.ts";
import { showFound } from "./machines.service.ts";

type Parts = Pick<FeatureParts, "mongo" | "presence" | "clock" | "limits" | "knownMachines" | "knownStock">;
type Query = CallParts<typeof listMachinePages>["query"];

/**
 * How full a machine is, in tenths: a single can moves no card. A machine without containers is at the end of its
 * group.
 */
const tenthsOf = (stock: KnownStock | undefined): number =>
  stock && stock.containers > 0 ? Math.floor((stock.stocked / stock.containers) * 10) : 11;

const groups = { Unavailable: 100, Online: 200 } as const;
/** As Home ranks its cards: offline first, of these the newest outage; then unavailable, then the emptiest. */
const rankOf = (known: KnownMachine, status: MachineStatus, stock: KnownStock | undefined): number =>
  status === "Offline" ? -(known.lastSeen ?? 0) : groups[status] + tenthsOf(stock);

/** Adds the places of the brands that are sold out there. */
const addSoldOut = (places: Uint8Array, { figures }: KnownStock): void => {
  for (let at = 0; at < figures.length; at += figuresPerBrand)
    if (figures[at + figureAt.inStock] === 0) places[figures[at] ?? 0] = 1;
};

/** Counts machines by what the figures above the cards count, and keeps those of the chosen one. */
const createCounter = (state: Query["state"], stock: CurrentStock, alarmed: ReadonlyMap<string, number>) => {
  const counts = { All: 0, Offline: 0, Unavailable: 0, "Sold out": 0, Failures: 0, Deactive: 0, Online: 0 };
  const soldOut = new Uint8Array(stock.brands.length);
  const found: KnownMachine[] = [];
  const ranks: number[] = [];
  let failures = 0;
  const add = (known: KnownMachine, status: MachineStatus): void => {
    const held = stock.of(known.number);
    const isOut = held !== undefined && held.soldOut > 0;
    if (isOut) addSoldOut(soldOut, held);
    const failed = held?.disabled ?? 0;
    counts.All += 1;
    counts[status] += 1;
    if (isOut) counts["Sold out"] += 1;
    if (failed > 0) counts.Failures += 1;
    if (!known.active) counts.Deactive += 1;
    failures += failed;
    const isIn =
      !state ||
      state === status ||
      (state === "Sold out" && isOut) ||
      (state === "Failures" && failed > 0) ||
      (state === "Deactive" && !known.active);
    if (!isIn) return;
    found.push(known);
    ranks.push(Math.min(rankOf(known, status, held), alarmed.get(known.id) ?? Number.POSITIVE_INFINITY));
  };
  return {
    add,
    taken: () => ({ counts, found, ranks, failures, soldOutBrands: soldOut.reduce((sum, one) => sum + one, 0) }),
  };
};

/** Pages of a network of any size: found, ordered and counted in memory; what a page shows is read from the stores. */
export const createMachinePages = ({ mongo, presence, clock, limits, knownMachines, knownStock }: Parts) => {
  const stored = createMachinesRepository(mongo);
  const readAlarmed = createAlarmedMachines(mongo);
  const { silentAfterSeconds } = limits;

  /** Each word must occur in the machine's own fields, or in the names that its profile gives it. */
  const finderOf = async (q: string | undefined) => {
    const words = wordsOf(q);
    if (words.length === 0) return () => true;
    const { found: names } = await mongo.readAsOf((dbSession) => stored.namesOf(dbSession));
    const texts = new Map<string, string>();
    const textOf = (profile: string): string => {
      const known = texts.get(profile);
      if (known !== undefined) return known;
      const id = new ObjectId(profile);
      const text = `${names.profileName(id)}\n${names.regionOf(id)}`.toLowerCase();
      texts.set(profile, text);
      return text;
    };
    return ({ inName, inId, inLocation, profile }: KnownMachine) =>
      words.every(
        (word) =>
          inName.includes(word) || inId.includes(word) || inLocation.includes(word) || textOf(profile).includes(word),
      );
  };

  const readRows = async (ids: readonly string[]) => {
    const among = ids.map((id) => new ObjectId(id));
    const { found, asOf } = await mongo.readAsOf(async (dbSession) => ({
      ...(await stored.all(dbSession, clock.now(), among)),
      rowOf: await readInventoryRows(mongo.collections, dbSession, among),
    }));
    const heard = await presence.read(found.serialNumbers);
    const moment = { now: clock.now(), silentAfterSeconds };
    const rows = found.machines.map((machine) => ({
      ...showFound(found.around(machine), heard, moment),
      stock: summaryOf(found.rowOf(machine)),
    }));
    return { rows: inOrderOf(ids, rows), asOf };
  };

  return async ({ page, state, q, machines }: Query) => {
    const [finds, alarmed, { byName, listed }, stock] = await Promise.all([
      finderOf(q),
      readAlarmed(),
      knownMachines.current(),
      knownStock.current(),
    ]);
    const now = clock.now();
    const statusOf = (known: KnownMachine) => machineStatus(known, now, silentAfterSeconds);
    const counter = createCounter(state, stock, alarmed);
    for (const known of listed("name", machines)) if (finds(known)) counter.add(known, statusOf(known));
    const { found, ranks, ...counted } = counter.taken();
    const ranked = byFigures(found, Float64Array.from(ranks), rangeOfPage(page));
    const { rows, asOf } = await readRows(ranked.map(({ id }) => id));
    return {
      vendingMachines: { machines: rows, ...pageFigures(page, found.length) },
      ...counted,
      all: byName.length,
      asOf,
    };
  };
};
