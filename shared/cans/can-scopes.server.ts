import { ObjectId } from "mongodb";

/** What a reading of the can ledger is narrowed by; what is missing narrows nothing. */
export interface CanScope {
  user?: ObjectId | undefined;
  machine?: ObjectId | undefined;
  product?: ObjectId | undefined;
}

/** The one key, of the eight that a row carries, by which this reading finds its rows in the order of the ledger. */
export const scopeOf = ({ user, machine, product }: CanScope): string =>
  [user && `u${user.toHexString()}`, machine && `m${machine.toHexString()}`, product && `p${product.toHexString()}`]
    .filter(Boolean)
    .join("") || "all";

/** What a key of `scopeOf` is narrowed by. */
export const scopeNamed = (key: string): CanScope => {
  const idAfter = (letter: string) => {
    const found = new RegExp(`${letter}([0-9a-f]{24})`).exec(key)?.[1];
    return found === undefined ? undefined : new ObjectId(found);
  };
  return { user: idAfter("u"), machine: idAfter("m"), product: idAfter("p") };
};

/** The keys of all readings that find a row: with and without its user, machine and product. */
export const scopesOf = ({ user, machine, product }: Required<CanScope>): string[] =>
  [undefined, user].flatMap((ofUser) =>
    [undefined, machine].flatMap((atMachine) =>
      [undefined, product].map((ofProduct) => scopeOf({ user: ofUser, machine: atMachine, product: ofProduct })),
    ),
  );
