import { createHash } from "node:crypto";
import { ObjectId } from "mongodb";
import type { Actor } from "#shared/audit/audit.server.ts";

const idBytes = 12;
const letters = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const shownLetters = 16;

/**
 * The ids of the one transaction that this app, or a caller without one, means by this key: a repeated call, at any
 * gateway and after any crash, names the same reservation and the same record.
 */
export const takeIds = (actor: Pick<Actor, "id" | "app">, key: string): { _id: ObjectId; transactionId: string } => {
  const hash = createHash("sha256")
    .update(`take ${(actor.app ?? actor.id)?.toHexString() ?? ""} ${key}`)
    .digest();
  const shown = [...hash.subarray(idBytes, idBytes + shownLetters)].map((byte) => letters[byte % letters.length]);
  return { _id: new ObjectId(hash.subarray(0, idBytes)), transactionId: `CT${shown.join("")}` };
};
