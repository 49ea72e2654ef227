import { aUser } from "#shared/runtime/testing/stored-records.ts";
import type { UserDocument } from "#shared/users/people.document.server.ts";
import type { GatewayParts } from "../parts.ts";

/** A user straight in the database, with a phone of their own; staff unless the test says otherwise. */
export const addPerson = async (
  { mongo }: Pick<GatewayParts, "mongo">,
  options?: Partial<UserDocument>,
): Promise<UserDocument> => {
  const person = aUser(options);
  await mongo.collections.users.insertOne(person);
  return person;
};
