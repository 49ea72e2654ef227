import type { ObjectId } from "mongodb";
import { collection } from "../runtime/collection.ts";
import type { ActorKind } from "../runtime/upkeep.document.ts";
import type { IntakeScope } from "./api-key.schema.ts";

/** Written by the gateway, and by `npm run api-key`: a key of the intake. Ended ones stay, for the audit names them. */
export interface ApiKeyDocument {
  _id: ObjectId;
  name: string;
  /** The first key of the app that this one was made for. Missing in a first key: it stands for its app itself. */
  app?: ObjectId;
  /** SHA-256 of the key's 256 random bits as text: the key itself is nowhere. */
  secretHash: string;
  createdAt: Date;
  createdBy: { kind: ActorKind; id: ObjectId | null };
  /** At most a minute late. */
  lastUsedAt: Date | null;
  /** From then on it opens nothing; null, or missing in older keys, is never. */
  expiresAt?: Date | null;
  /** Missing in keys of earlier versions, which may make every call that sells and read nothing (`scopesOfBefore`). */
  scopes?: IntakeScope[];
  endedAt: Date | null;
  rev: number;
}

const isOpen = { endedAt: { $type: "null" } };

export const apiKeys = {
  apiKeys: collection<ApiKeyDocument>({
    indexes: [
      { name: "secret", key: { secretHash: 1 }, unique: true },
      {
        name: "name",
        key: { name: 1 },
        unique: true,
        partialFilterExpression: isOpen,
        taken: ({ name }) => `An API key named ${name} is in use already: end it first, or choose another name`,
      },
      { name: "created", key: { createdAt: 1, _id: 1 } },
    ],
  }),
};
