import type { Container } from "#shared/containers/container.schema.ts";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { countText } from "../../ui/count-text.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import { ContainerCard, type OfMachine } from "./ContainerCard.tsx";
import { SeveralActions } from "./SeveralActions.tsx";
import type { Selection } from "./use-selection.ts";

interface InspectorProps extends OfMachine {
  /** The containers whose tiles are picked. */
  chosen: readonly Container[];
  selection: Selection;
  /** It lies over the page, from its lower edge. */
  isSheet: boolean;
  /** Of several, on a phone: their actions were requested. */
  isRequested: boolean;
  onClose: () => void;
}

/** What is picked in the machine's front: one container's card, or what may be done to several. */
export function Inspector({ chosen, selection, isSheet, isRequested, onClose, ...of }: InspectorProps) {
  const { isSeveral, isMany, clear } = selection;
  const [one] = chosen;
  const card = one && <ContainerCard container={one} {...of} />;
  const several = <SeveralActions chosen={chosen} offered={of.offered} onChanged={of.onKnown.changed} />;
  if (isSheet) {
    if (!one || (isSeveral && !isRequested)) return null;
    return (
      <Dialog
        className="sheet"
        title={isSeveral ? countText(chosen.length, "container") : `Container ${one.containerId}`}
        onClose={onClose}
        foot={<Button onClick={onClose}>Close</Button>}
      >
        {isSeveral ? several : card}
      </Dialog>
    );
  }
  const hint = isMany
    ? "Choose tiles one after another; what may be done to all of them stands here."
    : "Choose a tile to see its container here. Drag across tiles, or hold Shift, to choose several.";
  return (
    <section className="inspector" aria-label="Chosen container">
      {card && !isSeveral ? (
        card
      ) : (
        <Card
          title={isSeveral ? `${countText(chosen.length, "container")} selected` : "No container chosen"}
          action={
            one && (
              <Button small kind="quiet" onClick={clear}>
                Clear
              </Button>
            )
          }
        >
          {one ? several : <p className="muted">{hint}</p>}
        </Card>
      )}
    </section>
  );
}
