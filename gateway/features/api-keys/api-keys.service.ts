import { ObjectId } from "mongodb";
import type { addApiKey } from "#shared/api-keys/api-key.api.ts";
import type { ApiKeyDocument } from "#shared/api-keys/api-key.document.server.ts";
import { apiKeyRecord } from "#shared/api-keys/api-key.record.ts";
import type { KeyMaker, NewApiKey } from "#shared/api-keys/api-key.schema.ts";
import { newApiKey } from "#shared/api-keys/api-keys.server.ts";
import type { Actor } from "#shared/audit/audit.server.ts";
import type { CallReply } from "#shared/http/endpoint.ts";
import type { DbSession } from "#shared/runtime/mongo.ts";
import { isOperator } from "#shared/users/user.rules.ts";
import type { SignedIn } from "../../http/login.ts";
import { addRecord, changeRecord, requireRecord } from "../../records/change-record.ts";
import type { FeatureParts } from "../../records/feature.ts";
import type { PhoneMessages } from "../auth/phone-messages.ts";
import { createApiKeysRepository } from "./api-keys.repository.ts";
import { apiKeyView } from "./api-keys.view.ts";

type Parts = Pick<FeatureParts, "mongo" | "audit" | "clock"> & { messages: PhoneMessages };

/** Keys with which the customers' app calls the intake. Admins make and end them. */
export const createApiKeysService = ({ mongo, audit, clock, messages }: Parts) => {
  const stored = createApiKeysRepository(mongo);
  const makersOf = async (keys: ApiKeyDocument[], dbSession: DbSession): Promise<KeyMaker[]> => {
    const ids = keys.flatMap(({ createdBy }) => createdBy.id ?? []);
    const { users } = mongo.collections;
    const found = await users.find({ _id: { $in: ids } }, { session: dbSession }).toArray();
    return found.map((user) => ({
      _id: user._id.toHexString(),
      name: user.name,
      maySignIn: isOperator(user.role) && !user.suspend,
    }));
  };

  return {
    list: () =>
      mongo.answerAsOf(async (dbSession) => {
        const keys = await stored.all(dbSession);
        return { apiKeys: keys.map(apiKeyView), makers: await makersOf(keys, dbSession) };
      }),

    /** The key is in this answer and nowhere else. Throws `missing` for an unknown one that it is to replace. */
    add: async (
      caller: SignedIn,
      actor: Actor,
      { replaces, ...wanted }: NewApiKey,
    ): Promise<CallReply<typeof addApiKey>> => {
      const former = replaces === null ? null : await requireRecord(mongo, undefined, apiKeyRecord, replaces);
      const app = former ? (former.app ?? former._id) : undefined;
      const { key, record } = newApiKey({ ...wanted, app }, actor, clock.now());
      await addRecord({ mongo, audit }, actor, { definition: apiKeyRecord, record });
      messages.notify(caller.operator.phone, "api-key-created");
      return { apiKey: apiKeyView(record), key };
    },

    /** A key that has ended stays as it is. */
    end: (actor: Actor, id: string) =>
      changeRecord({ mongo, audit }, actor, {
        definition: apiKeyRecord,
        id: new ObjectId(id),
        verb: "apiKey.ended",
        fields: ({ endedAt }) => (endedAt ? {} : { endedAt: new Date(clock.now()) }),
        show: apiKeyView,
      }),
  };
};
