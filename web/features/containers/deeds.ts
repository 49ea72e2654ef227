import { addStock, changeContainer, removeProduct, removeStock } from "#shared/containers/container.api.ts";
import { containerRecord } from "#shared/containers/container.record.ts";
import * as rules from "#shared/containers/container.rules.ts";
import type { Container } from "#shared/containers/container.schema.ts";
import { deedKey } from "../../http/deed-keys.ts";
import { type Edited, saveEdit } from "../../http/save-edit.ts";

/** What an operator does to one container. */
export type Deed =
  | { do: "relabel"; containerId: string }
  | { do: "set working"; isWorking: boolean }
  | { do: "set reserved"; isReserved: boolean }
  | { do: "set product"; product: string; brand: string }
  | { do: "remove product" }
  | { do: "add to stock" }
  | { do: "mark empty" };

/** The container as the deed would make it. */
export const afterDeed = (seen: Container, deed: Deed): Container => {
  switch (deed.do) {
    case "relabel":
      return { ...seen, containerId: deed.containerId };
    case "set working":
      return { ...seen, isWorking: deed.isWorking };
    case "set reserved":
      return { ...seen, isReserved: deed.isReserved };
    case "set product":
      return { ...seen, product: deed.product, brand: deed.brand };
    case "remove product":
      return { ...seen, product: null, brand: "" };
    case "add to stock":
      return { ...seen, isEmpty: false };
    case "mark empty":
      return { ...seen, isEmpty: true };
  }
};

/** Whether the rules of specification section 4 allow it now. */
export const isAllowed = (container: Container, deed: Deed): boolean => {
  switch (deed.do) {
    case "relabel":
      return true;
    case "set working":
      return rules.canChangeWorking(container);
    case "set reserved":
      return rules.canChangeReserved(container);
    case "set product":
      return rules.canChangeProduct(container);
    case "remove product":
      return rules.canRemoveProduct(container);
    case "add to stock":
      return rules.canBeStocked(container);
    case "mark empty":
      return rules.canBeEmptied(container);
  }
};

/** Whether it is allowed and would change something. */
export const isWorthwhile = (container: Container, deed: Deed): boolean => {
  const after = afterDeed(container, deed);
  const facts = ["isWorking", "isReserved", "isEmpty", "product", "containerId"] as const;
  return isAllowed(container, deed) && facts.some((fact) => after[fact] !== container[fact]);
};

/** A label may be saved beside somebody else's change of the state; a state only on the state that was seen. */
const isUntouchedBy = (seen: Container, deed: Deed) => (present: Container) =>
  deed.do === "relabel"
    ? present.containerId === seen.containerId
    : (["isWorking", "isReserved", "isEmpty", "product"] as const).every((fact) => present[fact] === seen[fact]);

/**
 * Does it over what the operator saw. Stale comes with the container as it is now; other refusals have been shown, unless
 * it was `quiet`.
 */
export const doDeed = async (seen: Container, deed: Deed, { quiet = false } = {}): Promise<Edited<Container>> => {
  const { _id, vendingMachine } = seen;
  const edit = {
    rev: seen.rev,
    record: containerRecord,
    isUntouched: isUntouchedBy(seen, deed),
    quiet,
  };
  const query = { id: _id };
  switch (deed.do) {
    case "relabel":
      return saveEdit({
        ...edit,
        endpoint: changeContainer,
        input: (rev) => ({ query, body: { container_id: deed.containerId, rev } }),
      });
    case "set working":
      return saveEdit({
        ...edit,
        endpoint: changeContainer,
        input: (rev) => ({ query, body: { isWorking: deed.isWorking, rev } }),
      });
    case "set reserved":
      return saveEdit({
        ...edit,
        endpoint: changeContainer,
        input: (rev) => ({ query, body: { isReserved: deed.isReserved, rev } }),
      });
    case "set product":
      return saveEdit({
        ...edit,
        endpoint: changeContainer,
        input: (rev) => ({ query, body: { product: deed.product, _id, prevProduct: seen.product, rev } }),
      });
    case "remove product":
      return saveEdit({ ...edit, endpoint: removeProduct, input: (rev) => ({ body: { _id, rev } }) });
    case "add to stock":
    case "mark empty": {
      const body = (rev: number) => ({ id: _id, vendingMachine, rev });
      const keyOf = (rev: number) => deedKey({ [deed.do]: body(rev) });
      const edited = await saveEdit({
        ...edit,
        endpoint: deed.do === "add to stock" ? addStock : removeStock,
        input: (rev) => ({ body: body(rev) }),
        headers: (rev) => keyOf(rev).headers,
      });
      if (edited.is !== "failed") keyOf(seen.rev).answered();
      return edited;
    }
  }
};
