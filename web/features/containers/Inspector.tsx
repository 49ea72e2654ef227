import type { ReactNode } from "react";
import type { Container } from "#shared/containers/container.schema.ts";
import { useAtomValue } from "../../state/jotai.ts";
import { unsavedAtom } from "../../state/unsaved.atoms.ts";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { countText } from "../../ui/count-text.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import { useAskedClose } from "../../ui/use-asked-close.ts";
import { ContainerCard, type OfMachine } from "./ContainerCard.tsx";
import { labelName } from "./LabelEdit.tsx";
import { SeveralActions } from "./SeveralActions.tsx";

interface InspectorProps extends OfMachine {
  /** The one whose card is shown. */
  one: Container | undefined;
  /** The selected ones, whose actions are shown where no card is. */
  chosen: readonly Container[];
  /** It lies over the page, from its lower edge. */
  isSheet: boolean;
  /** On a phone: whether the actions for several containers were requested. */
  isRequested: boolean;
  onClose: () => void;
}

interface SheetProps {
  title: string;
  one: Container | undefined;
  onClose: () => void;
  children: ReactNode;
}

/** It lies over the page, from its lower edge; a label that is typed in it is not lost without a question. */
function Sheet({ title, one, onClose, children }: SheetProps) {
  // Other forms of the page stay as they are beneath it.
  const typed = useAtomValue(unsavedAtom).filter((name) => one && name === labelName(one));
  const close = useAskedClose(typed, onClose);
  return (
    <Dialog className="container-sheet" title={title} onClose={close} foot={<Button onClick={close}>Close</Button>}>
      {children}
    </Dialog>
  );
}

/** What is chosen in the machine's front: one container's card, or what may be done to several. */
export function Inspector({ one, chosen, isSheet, isRequested, onClose, ...of }: InspectorProps) {
  const several = <SeveralActions chosen={chosen} offered={of.offered} onChanged={of.onKnown.changed} />;
  if (isSheet) {
    if (!one && !(isRequested && chosen.length > 0)) return null;
    return (
      <Sheet
        title={one ? `Container ${one.containerId}` : countText(chosen.length, "container")}
        one={one}
        onClose={onClose}
      >
        {one ? <ContainerCard container={one} {...of} /> : several}
      </Sheet>
    );
  }
  return (
    <section className="inspector" aria-label="Chosen container">
      {one ? (
        <ContainerCard container={one} {...of} />
      ) : (
        <Card title={chosen.length > 0 ? `${countText(chosen.length, "container")} selected` : "No container chosen"}>
          {chosen.length > 0 ? (
            several
          ) : (
            <p className="muted">
              Choose a tile to see its container here. An empty one is also selected for filling. Drag across tiles or
              hold Shift to select several.
            </p>
          )}
        </Card>
      )}
    </section>
  );
}
