import { addStock, changeContainer, removeProduct, removeStock } from "#shared/containers/container.api.ts";
import { containerRecord } from "#shared/containers/container.record.ts";
import * as rules from "#shared/containers/container.rules.ts";
import type { Container, ContainerChange } from "#shared/containers/container.schema.ts";
import { actionKey } from "../../http/action-keys.ts";
import { type Edited, saveEdit } from "../../http/save-edit.ts";

/** What an operator does to one container. */
export type Action =
  | { do: "relabel"; containerId: string }
  | { do: "set working"; isWorking: boolean }
  | { do: "set reserved"; isReserved: boolean }
  | { do: "set product"; product: string; brand: string }
  | { do: "remove product" }
  | { do: "add to stock" }
  | { do: "mark empty" };

/** What the action changes, and whether a container's rules allow it (specification: Container rules). */
const termsOf = (action: Action): { change: Partial<Container>; allows: (container: Container) => boolean } => {
  switch (action.do) {
    case "relabel":
      return { change: { containerId: action.containerId }, allows: () => true };
    case "set working":
      return { change: { isWorking: action.isWorking }, allows: rules.canChangeWorking };
    case "set reserved":
      return { change: { isReserved: action.isReserved }, allows: rules.canChangeReserved };
    case "set product":
      return { change: { product: action.product, brand: action.brand }, allows: rules.canChangeProduct };
    case "remove product":
      return { change: { product: null, brand: "" }, allows: rules.canRemoveProduct };
    case "add to stock":
      return { change: { isEmpty: false }, allows: rules.canBeStocked };
    case "mark empty":
      return { change: { isEmpty: true }, allows: rules.canBeEmptied };
  }
};

/** The container as the action would make it. */
export const afterAction = (seen: Container, action: Action): Container => ({ ...seen, ...termsOf(action).change });

const facts = ["isWorking", "isReserved", "isEmpty", "product", "containerId"] as const;
/** Whether the container is not yet as the action would make it. */
export const wouldChange = (container: Container, action: Action): boolean => {
  const after = afterAction(container, action);
  return facts.some((fact) => after[fact] !== container[fact]);
};

export const isAllowed = (container: Container, action: Action): boolean => termsOf(action).allows(container);

/** Whether it is allowed and would change something. */
export const isWorthwhile = (container: Container, action: Action): boolean =>
  isAllowed(container, action) && wouldChange(container, action);

/** A label may be saved beside somebody else's change of the state; a state only on the state that was seen. */
const isUntouchedBy = (seen: Container, action: Action) => (present: Container) =>
  action.do === "relabel"
    ? present.containerId === seen.containerId
    : (["isWorking", "isReserved", "isEmpty", "product"] as const).every((fact) => present[fact] === seen[fact]);

/**
 * Does it over what the operator saw. Stale comes with the container as it is now; other refusals have been shown, unless
 * it was `quiet`.
 */
export const doAction = async (seen: Container, action: Action, { quiet = false } = {}): Promise<Edited<Container>> => {
  const { _id, vendingMachine } = seen;
  const edit = {
    rev: seen.rev,
    record: containerRecord,
    isUntouched: isUntouchedBy(seen, action),
    quiet,
  };
  const change = (body: ContainerChange) =>
    saveEdit({
      ...edit,
      endpoint: changeContainer,
      input: (rev) => ({ query: { id: _id }, body: { ...body, rev } }),
    });
  switch (action.do) {
    case "relabel":
      return change({ container_id: action.containerId });
    case "set working":
      return change({ isWorking: action.isWorking });
    case "set reserved":
      return change({ isReserved: action.isReserved });
    case "set product":
      return change({ product: action.product, _id, prevProduct: seen.product });
    case "remove product":
      return saveEdit({ ...edit, endpoint: removeProduct, input: (rev) => ({ body: { _id, rev } }) });
    case "add to stock":
    case "mark empty": {
      const body = (rev: number) => ({ id: _id, vendingMachine, rev });
      const keyOf = (rev: number) => actionKey({ [action.do]: body(rev) });
      const edited = await saveEdit({
        ...edit,
        endpoint: action.do === "add to stock" ? addStock : removeStock,
        input: (rev) => ({ body: body(rev) }),
        headers: (rev) => keyOf(rev).headers,
      });
      if (edited.is !== "failed") keyOf(seen.rev).answered();
      return edited;
    }
  }
};
