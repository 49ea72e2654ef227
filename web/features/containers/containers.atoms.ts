import { addContainers, addStockBulk, deleteContainer } from "#shared/containers/container.api.ts";
import type { Container } from "#shared/containers/container.schema.ts";
import type { BrandEntry } from "#shared/profiles/profile.schema.ts";
import { call } from "../../http/call.ts";
import { callOnce } from "../../http/call-once.ts";
import { profileAtomOf } from "../../records/profiles.atoms.ts";
import { type Atom, atom } from "../../state/jotai.ts";

/** What the machine's profile offers for its containers: the entries of type product, by brand. */
export const offeredAtomOf = (profileId: string): Atom<BrandEntry[] | undefined> => {
  const profileAtom = profileAtomOf(profileId);
  const entriesAtom = atom((get) => get(profileAtom).data?.brands);
  return atom((get) =>
    get(entriesAtom)
      ?.filter(({ productType }) => productType === "product")
      .sort((a, b) => a.brand.localeCompare(b.brand)),
  );
};

/** All of the machine's containers after some were added; null when none were. The alert has been shown. */
export const addSome = async (body: { vendingMachine: string; containers: number }) => {
  const outcome = await callOnce(addContainers, { body });
  return outcome.is === "done" ? outcome.reply.containers : null;
};

/** True when it is gone. */
export const deleteOne = async ({ _id, vendingMachine }: Container): Promise<boolean> => {
  const outcome = await call(deleteContainer, { body: { vendingMachine, container: _id } });
  // Somebody else may have deleted it first.
  return outcome.is === "done" || (outcome.is === "refused" && outcome.status === 404);
};

type BulkStock =
  | { is: "stocked"; containers: Container[] }
  /** Nothing was stocked: why, and the ids that were in the way. */
  | { is: "refused"; error: string; notAllowed: string[] }
  | { is: "failed" };

/** Later the same containers are filled anew, and that must not be answered as the time before. */
const keptMs = 60_000;

/** All that are named are stocked, or none. */
export const stockAll = async (body: { vendingMachine: string; containers: string[] }): Promise<BulkStock> => {
  const outcome = await callOnce(addStockBulk, { body }, { showsRefusal: true, keptMs });
  if (outcome.is === "failed") return { is: "failed" };
  if (outcome.is === "done") return { is: "stocked", containers: outcome.reply.containers };
  const { notAllowed } = outcome.data;
  const ids = Array.isArray(notAllowed) ? notAllowed.filter((id): id is string => typeof id === "string") : [];
  return { is: "refused", error: outcome.error, notAllowed: ids };
};
