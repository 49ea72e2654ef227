import { useState } from "react";
import type { Container, ContainerRecord } from "#shared/containers/container.schema.ts";
import { useAtomValue, useSetAtom } from "../../state/jotai.ts";
import { useConfirm } from "../../ui/dialogs.ts";
import { useAction } from "../../ui/use-action.ts";
import { useAtOnce } from "../../ui/use-at-once.tsx";
import { type Action, afterAction, doAction, wouldChange } from "./actions.ts";
import { staleActionsAtom } from "./conflicts.atoms.ts";
import { deleteOne } from "./containers.atoms.ts";

/** Puts the server's answer into the page's list. */
export interface OnKnown {
  changed: (container: Container | ContainerRecord) => void;
  deleted: (container: Container) => void;
}

const switches: readonly Action["do"][] = ["set working", "set reserved"];
/** Events of its door meanwhile are kept. */
const withoutDoor = ({ isLocked: _, ...record }: Container): ContainerRecord => record;

/** The actions of one container's card: which one is being done, and which one came too late. */
export function useActions(container: Container, onKnown: OnKnown) {
  const stale = useAtomValue(staleActionsAtom)[container._id];
  const setStale = useSetAtom(staleActionsAtom);
  const confirm = useConfirm();
  const { doing, during } = useAction<Action["do"] | "delete">();
  const { atOnce, wentBack } = useAtOnce(onKnown.changed);
  const [switched, setSwitched] = useState<Action["do"]>();

  /** True when it was done, or when the choice is shown beside the card: nothing is left to do where it began. */
  const run = async (action: Action, seen: Container = container): Promise<boolean> => {
    if (doing) return false;
    const save = () => during(action.do, () => doAction(seen, action));
    setSwitched(action.do);
    const isSwitch = switches.includes(action.do);
    const edited = await (isSwitch ? atOnce(withoutDoor(seen), withoutDoor(afterAction(seen, action)), save) : save());
    if (!edited || !("record" in edited)) return false;
    onKnown.changed(edited.record);
    // Where others had made the same change by then there is nothing to choose.
    const isLate = edited.is === "stale" && wouldChange(edited.record, action);
    setStale(container._id, isLate ? { action, seen } : null);
    return true;
  };

  const remove = async () => {
    const { containerId } = container;
    const sure = await confirm({
      title: `Delete container ${containerId}?`,
      body: "The machine no longer has it: its label, product and state go with it. This cannot be undone.",
      action: "Delete container",
      danger: true,
    });
    if (!sure || doing) return;
    if (await during("delete", () => deleteOne(container))) onKnown.deleted(container);
  };

  /** How often this switch went back, of those since another one was used. */
  const backs = (of: Action["do"]): number => (switched === of ? wentBack : 0);

  return { stale, doing, run, remove, backs, takeTheirs: () => setStale(container._id, null) };
}
