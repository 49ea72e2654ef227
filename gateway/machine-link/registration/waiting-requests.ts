import { MongoBulkWriteError, ObjectId } from "mongodb";
import { createBatch } from "#shared/concurrency/batch.ts";
import type { RegistrationRequestDocument } from "#shared/registration/unit.document.server.ts";
import type { GatewayParts } from "../../parts.ts";

type Parts = Pick<GatewayParts, "mongo" | "clock" | "limits" | "metrics" | "log">;
type RequestedRegistration = Pick<
  RegistrationRequestDocument,
  "serialNumber" | "version" | "dateTime" | "requestedAt"
> & {
  key: string | null;
};
/** What became of a request. `another-key` and `no-key`: another key is stored for the serial number. */
export type Taken = "stored" | "another-key" | "no-key" | "requests-full";

const perGroup = 200;
/** Another gateway may take the same place or the same serial number in between. */
const maxTries = 20;
/** For this long a list that was full is not counted again. */
const fullForMs = 1_000;
const alreadyThere = 11_000;

/** In any order: gateways that all took the first free ones would take the same ones again and again. */
const shuffled = (places: number[]): number[] =>
  places
    .map((place) => ({ place, lot: Math.random() }))
    .sort((a, b) => a.lot - b.lot)
    .map(({ place }) => place);

/**
 * Requests that wait for an operator: one per serial number, at most as many as the limit, each with the first key that
 * was named for the number.
 */
export const createWaitingRequests = ({ mongo, clock, limits, metrics, log }: Parts) => {
  const { registrationRequests: requests } = mongo.collections;
  let fullUntil = 0;

  const freePlaces = async (): Promise<number[]> => {
    const [taken, older] = await Promise.all([
      requests
        .find({ place: { $gte: 0 } })
        .project<{ place: number }>({ _id: 0, place: 1 })
        .toArray(),
      // They can only become fewer, so what is counted here never lets in too many, however old it is.
      requests.countDocuments({ place: { $exists: false } }, { limit: limits.waitingRequests }),
    ]);
    const used = new Set(taken.map(({ place }) => place));
    // Older requests have no place: the last ones are kept free for them.
    const all = Array.from({ length: limits.waitingRequests - older }, (_, place) => place);
    return shuffled(all.filter((place) => !used.has(place)));
  };

  /** 'again': somebody took the place, or requested the same serial number, in the same moment. */
  const addNew = createBatch<RequestedRegistration, "stored" | "requests-full" | "again">({
    work: async (requested) => {
      if (performance.now() < fullUntil) return requested.map(() => ({ done: "requests-full" }));
      const places = await freePlaces();
      const added = requested.slice(0, places.length);
      if (added.length < requested.length) fullUntil = performance.now() + fullForMs;
      const refused = await insert(added.map((one, i) => ({ _id: new ObjectId(), ...one, place: places[i] ?? 0 })));
      return requested.map((_, i) => {
        if (i >= added.length) return { done: "requests-full" };
        return { done: refused.has(i) ? "again" : "stored" };
      });
    },
    maxWeight: perGroup,
  });

  /** Returns which of them were there already. */
  const insert = async (documents: RegistrationRequestDocument[]): Promise<Set<number>> => {
    if (documents.length === 0) return new Set();
    try {
      await requests.insertMany(documents, { ordered: false });
      return new Set();
    } catch (error) {
      if (!(error instanceof MongoBulkWriteError)) throw error;
      const errors = [error.writeErrors].flat();
      if (errors.some(({ code }) => code !== alreadyThere)) throw error;
      return new Set(errors.map(({ index }) => index));
    }
  };

  return {
    /** Refreshes the request of this serial number, or adds it. The first key stays. */
    request: async (requested: RequestedRegistration): Promise<Taken> => {
      const { serialNumber, key, ...fields } = requested;
      for (let time = 0; time < maxTries; time += 1) {
        const found = await requests.findOne({ serialNumber }, { projection: { key: 1 } });
        if (found) {
          const known = found.key ?? null;
          if (known !== null && known !== key) return key === null ? "no-key" : "another-key";
          const changes = key === null ? fields : { ...fields, key };
          const { matchedCount } = await requests.updateOne({ _id: found._id, key: known }, { $set: changes });
          if (matchedCount > 0) return "stored";
        } else {
          const taken = await addNew(requested);
          if (taken !== "again") return taken;
        }
      }
      throw new Error("the place of a registration request was taken again and again");
    },

    forget: async (serialNumber: string): Promise<void> => {
      await requests.deleteOne({ serialNumber });
    },

    /** Those that were not repeated for too long end; the gateway that deletes them counts them. */
    sweep: async (): Promise<void> => {
      const { deletedCount } = await requests.deleteMany({
        requestedAt: { $lt: new Date(clock.now() - limits.requestMs) },
      });
      if (deletedCount > 0) {
        metrics.expiredRequests.inc(deletedCount);
        log.info({ requests: deletedCount }, "registration requests that nobody answered have ended");
      }
      metrics.waitingRequests.set(await requests.estimatedDocumentCount());
    },
  };
};
