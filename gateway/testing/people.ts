import { ObjectId } from "mongodb";
import type { UserDocument } from "#shared/runtime/documents.ts";
import type { GatewayParts } from "../parts.ts";

let next = 6_000_000_000 + Math.floor(Math.random() * 3_000_000_000);

/** A user straight in the database, with a phone of his own; staff unless the test wishes otherwise. */
export const addPerson = async (
  { mongo }: Pick<GatewayParts, "mongo">,
  wishes: Partial<UserDocument> = {},
): Promise<UserDocument> => {
  next += 1;
  const person: UserDocument = {
    _id: new ObjectId(),
    phone: String(next),
    name: "Test Person",
    email: "",
    role: "staff",
    suspend: false,
    needDeposit: false,
    needSecurityDeposit: false,
    password: null,
    createdAt: new Date(),
    rev: 0,
    ...wishes,
  };
  await mongo.collections.users.insertOne(person);
  return person;
};
