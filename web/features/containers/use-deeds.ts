import type { Container } from "#shared/containers/container.schema.ts";
import { useAtomValue, useSetAtom } from "../../state/jotai.ts";
import { useConfirm } from "../../ui/dialogs.ts";
import { useDeed } from "../../ui/use-deed.ts";
import { staleDeedsAtom } from "./conflicts.atoms.ts";
import { deleteContainerAtom } from "./containers.atoms.ts";
import { type Deed, doDeed } from "./deeds.ts";

/** How what the server told is put into the page's list. */
export interface OnKnown {
  changed: (container: Container) => void;
  deleted: (container: Container) => void;
}

/** The deeds of one container's card: which one is being done, and which one came too late. */
export function useDeeds(container: Container, onKnown: OnKnown) {
  const stale = useAtomValue(staleDeedsAtom)[container._id];
  const setStale = useSetAtom(staleDeedsAtom);
  const deleteContainer = useSetAtom(deleteContainerAtom);
  const confirm = useConfirm();
  const { doing, during } = useDeed<Deed["do"] | "delete">();

  /** True when it was done, or when the choice is shown beside the card: nothing is left to do where it began. */
  const run = async (deed: Deed, seen: Container = container): Promise<boolean> => {
    if (doing) return false;
    const edited = await during(deed.do, () => doDeed(seen, deed));
    if (!edited || !("record" in edited)) return false;
    onKnown.changed(edited.record);
    setStale(container._id, edited.is === "stale" ? { deed, seen } : null);
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
    if (await during("delete", () => deleteContainer(container))) onKnown.deleted(container);
  };

  return { stale, doing, run, remove, takeTheirs: () => setStale(container._id, null) };
}
