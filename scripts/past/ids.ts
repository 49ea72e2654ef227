import { createHash } from "node:crypto";
import { ObjectId } from "mongodb";

/** Ids one after another, the same for the same name: what was half written is finished and never doubled. */
export const createIds = (name: string): (() => ObjectId) => {
  const prefix = createHash("sha256").update(`cansole past ${name}`).digest("hex").slice(0, 16);
  let count = 0;
  return () => {
    count += 1;
    return new ObjectId(prefix + count.toString(16).padStart(8, "0"));
  };
};
