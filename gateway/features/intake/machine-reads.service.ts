import { ObjectId } from "mongodb";
import { DomainError } from "#shared/http/domain-error.ts";
import type { CallReply } from "#shared/http/endpoint.ts";
import type { listIntakeMachines, listIntakeProducts } from "#shared/intake/intake-reads.api.ts";
import { type CursorQuery, foreignCursor, type IntakeMachine } from "#shared/intake/intake-reads.schema.ts";
import type { MachineDocument } from "#shared/machines/machine.document.server.ts";
import { machineStatus } from "#shared/machines/machine.rules.ts";
import { isUnderWork } from "#shared/machines/under-work.rules.ts";
import { createUnitsOfMachines } from "#shared/machines/units-of-machines.server.ts";
import type { DbSession } from "#shared/runtime/mongo.ts";
import { readByIds } from "#shared/runtime/read-by-ids.ts";
import type { FeatureParts } from "../../records/feature.ts";
import { requireMachine } from "../../records/find-machine.ts";
import { forSaleAmong } from "../inventory/for-sale.ts";
import { machineForApp, productForApp, type StoredMachine } from "./machine-reads.view.ts";
import { entryOf } from "./sale-of.ts";

type Parts = Pick<FeatureParts, "mongo" | "clock" | "limits" | "presence">;

/** Machines and what they sell, as the customers' app reads them. */
export const createMachineReads = ({ mongo, clock, limits, presence }: Parts) => {
  const { machines, products, productProfiles } = mongo.collections;
  const units = createUnitsOfMachines(mongo.collections);

  /** Reads what belongs to these machines, at the same moment of the database. */
  const around = async (dbSession: DbSession, found: MachineDocument[]): Promise<StoredMachine[]> => {
    const ids = found.map(({ _id }) => _id);
    const forSale = await forSaleAmong(mongo, dbSession, ids, clock.now());
    const profiles = found.map(({ profile }) => profile);
    const profileOf = await readByIds(productProfiles, dbSession, profiles, ["_id"]);
    const sold = [...forSale.values()].flatMap((counts) => [...counts.keys()].map((id) => new ObjectId(id)));
    const product = await readByIds(products, dbSession, sold, ["brand"]);
    const speaking = await units.speaking.among(ids, dbSession);
    const unitOf = new Map(speaking.map((unit) => [unit.machine.toHexString(), unit.serialNumber]));
    return found.map((machine) => ({
      machine,
      isOpen: machine.active && !isUnderWork(machine.work, clock.now()) && profileOf(machine.profile) !== undefined,
      serialNumber: unitOf.get(machine._id.toHexString()) ?? null,
      forSale: forSale.get(machine._id.toHexString()) ?? new Map(),
      brandOf: (id) => product(new ObjectId(id))?.brand ?? "",
    }));
  };

  const show = async (found: StoredMachine[]): Promise<IntakeMachine[]> => {
    const heard = await presence.read(found.flatMap(({ serialNumber }) => serialNumber ?? []));
    return found.map((one) => {
      const lastSeen = heard.get(one.serialNumber ?? "")?.lastSeen ?? null;
      const facts = { hasUnit: one.serialNumber !== null, lastSeen };
      return machineForApp(one, machineStatus(facts, clock.now(), limits.silentAfterSeconds) === "Online");
    });
  };

  return {
    /** By database id: machines that are added while pages are read come behind them. */
    list: async ({ cursor, limit }: CursorQuery): Promise<CallReply<typeof listIntakeMachines>> => {
      // A cursor of a customer's rows has a moment behind its id and is no machine's.
      if (cursor?.includes(".")) throw new DomainError("invalid", foreignCursor);
      const { found } = await mongo.readAsOf(async (dbSession) => {
        const behind = cursor ? { _id: { $gt: new ObjectId(cursor) } } : {};
        const rows = machines.find(behind, { session: dbSession }).sort({ _id: 1 });
        return around(dbSession, await rows.limit(limit + 1).toArray());
      });
      const shown = found.slice(0, limit);
      const last = found.length > limit ? shown.at(-1) : undefined;
      return { machines: await show(shown), nextCursor: last?.machine._id.toHexString() ?? null };
    },

    products: async (named: string): Promise<CallReply<typeof listIntakeProducts>> => {
      const { found } = await mongo.readAsOf(async (dbSession) => {
        const machine = await requireMachine(mongo, dbSession, named);
        const profile = await productProfiles.findOne({ _id: machine.profile }, { session: dbSession });
        const ids = profile?.brands.map(({ product }) => product) ?? [];
        const productOf = await readByIds(products, dbSession, ids, ["tagline", "description", "image"]);
        return { profile, productOf, stored: await around(dbSession, [machine]) };
      });
      const [stored] = found.stored;
      const [machine] = await show(found.stored);
      if (!stored || !machine) throw new Error("one machine is shown as one");
      const { gst = 0, brands = [] } = found.profile ?? {};
      const forSale = machine.open ? stored.forSale : new Map<string, number>();
      return {
        machine,
        gst,
        products: brands.map((entry) =>
          productForApp(entryOf(entry), { gst, product: found.productOf(entry.product), forSale }),
        ),
      };
    },
  };
};
