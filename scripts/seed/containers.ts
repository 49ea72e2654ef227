import { createHash } from "node:crypto";
import type { ObjectId } from "mongodb";
import type { ContainerDocument } from "#shared/machines/machine.document.server.ts";
import { demoId } from "./add-missing.ts";
import { profileIdOf, profiles } from "./assortment.ts";
import { channelsOf } from "./demo-units.ts";
import { machineIdOf, putUpAt } from "./network.ts";
import { stockerId } from "./people.ts";
import { type DemoPlace, places } from "./places.ts";

const dayMs = 86_400_000;
const hourMs = 3_600_000;

/** 0 to 1, the same at every seeding. */
const chance = (what: string): number =>
  createHash("sha256").update(`cansole demo chance ${what}`).digest().readUInt32BE() / 2 ** 32;

/** What its profile sells; neighbouring channels carry the same brand, as whoever fills a machine likes it. */
const productAt = (place: DemoPlace, channel: number): ObjectId | null => {
  const profile = profiles.find(({ _id }) => _id.equals(profileIdOf(place.area)));
  const sold = (profile?.brands ?? []).filter(({ productType }) => productType === "product");
  return sold[Math.floor(((channel - 1) * sold.length) / place.containers)]?.product ?? null;
};

/** The last visit of whoever fills this machine that put a can into this container. Silent machines get no visits. */
const stockedAt = (place: DemoPlace, channel: number, now: number): Date => {
  const begun = putUpAt(place, now).getTime() + 3 * hourMs;
  const last =
    now - (place.unit?.silentForHours ?? 1) * hourMs - 5 * hourMs * chance(`visit ${place.vendingMachineId}`);
  const visitsAgo = Math.floor(chance(`age ${place.vendingMachineId} ${channel}`) ** 2 * 9);
  return new Date(Math.min(Math.max(begun, last - visitsAgo * 4 * dayMs), now));
};

/** A can that an operator holds back, so that the reserved state is seen at first sight. */
const reservedAt = { vendingMachineId: "KOC-ERN-01", channel: 4 };

/** Some assigned containers are sold out and a few are disabled; a machine's last two are not used yet. */
const containerAt = (place: DemoPlace, channel: number, now: number): ContainerDocument => {
  const name = `${place.vendingMachineId} ${channel}`;
  const isReserved = place.vendingMachineId === reservedAt.vendingMachineId && channel === reservedAt.channel;
  const product = channel > place.containers - 2 ? null : productAt(place, channel);
  const isFull = isReserved || (product !== null && chance(`full ${name}`) < 0.72);
  const stockedOn = isFull ? stockedAt(place, channel, now) : null;
  return {
    _id: demoId("container", name),
    machine: machineIdOf(place),
    channel,
    label: String(channel),
    isWorking: isReserved || chance(`working ${name}`) > 0.04,
    isReserved,
    reservedUntil: null,
    reservedAt: isReserved ? new Date(now - hourMs) : null,
    reservation: null,
    isEmpty: !isFull,
    product,
    stockedOn,
    stockedBy: isFull ? stockerId : null,
    rev: 0,
  };
};

export const containersOf = (now: number): ContainerDocument[] =>
  places.flatMap((place) => channelsOf(place.containers).map((channel) => containerAt(place, channel, now)));
