import { listErrors } from "#shared/control-units/control-unit.rules.ts";
import { DomainError } from "#shared/http/domain-error.ts";
import type { ContainerDocument } from "#shared/machines/machine.document.server.ts";

/** A container as a command needs it. */
export type CommandedContainer = Pick<ContainerDocument, "_id" | "label" | "channel">;

/** Labels have at most 10 characters, so that neither can be taken for the other. */
const databaseId = /^[0-9a-f]{24}$/i;
export const isContainerId = (named: string): boolean => databaseId.test(named);

/**
 * Picks what was named, by label or database id, in the order of the names. Throws `invalid` for what was named twice,
 * be it once by label and once by id, and for what is not among `present`; `where` begins that sentence.
 */
export const pickNamed = <C extends { _id: { toHexString(): string }; label: string }>(
  present: C[],
  named: string[],
  where: string,
): C[] => {
  const byId = new Map(present.map((container) => [container._id.toHexString(), container]));
  const byLabel = new Map(present.map((container) => [container.label, container]));
  const found = named.map((name) => ({
    name,
    container: isContainerId(name) ? byId.get(name.toLowerCase()) : byLabel.get(name),
  }));
  const distinct = new Set(found.map(({ name, container }) => container?._id.toHexString() ?? name.toLowerCase()));
  if (distinct.size !== named.length) throw new DomainError("invalid", listErrors.duplicates);

  const unknown = found.filter(({ container }) => !container).map(({ name }) => name);
  if (unknown.length > 0) throw new DomainError("invalid", `${where} has no container ${unknown.join(", ")}`);
  return found.flatMap(({ container }) => container ?? []);
};
