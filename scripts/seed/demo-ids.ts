import { createHash } from "node:crypto";
import { ObjectId } from "mongodb";

/** The same id at every seeding, so that a half-done one is finished and never doubled. */
export const demoId = (kind: string, name: string): ObjectId =>
  new ObjectId(createHash("sha256").update(`cansole demo ${kind} ${name}`).digest("hex").slice(0, 24));
