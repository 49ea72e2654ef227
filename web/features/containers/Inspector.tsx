import type { Container } from "#shared/containers/container.schema.ts";
import type { BrandEntry } from "#shared/profiles/profile.schema.ts";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { countText } from "../../ui/count-text.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import { ContainerCard } from "./ContainerCard.tsx";
import type { MachineWords } from "./door-words.ts";
import { SeveralDeeds } from "./SeveralDeeds.tsx";
import type { OnKnown } from "./use-deeds.ts";
import type { Selection } from "./use-selection.ts";

interface InspectorProps {
  /** The containers whose tiles are picked. */
  chosen: readonly Container[];
  selection: Selection;
  machine: MachineWords;
  offered: readonly BrandEntry[] | undefined;
  onKnown: OnKnown;
  /** It lies over the page, from its lower edge. */
  isSheet: boolean;
  /** Of several, on a phone: their deeds are asked for. */
  isAsked: boolean;
  onClose: () => void;
}

/** What is picked in the machine's front: one container's card, or what may be done to several. */
export function Inspector(props: InspectorProps) {
  const { chosen, selection, machine, offered, onKnown, isSheet, isAsked, onClose } = props;
  const { isSeveral, isMany, clear } = selection;
  const [one] = chosen;
  if (isSheet) {
    if (!one || (isSeveral && !isAsked)) return null;
    return (
      <Dialog
        className="sheet"
        title={isSeveral ? countText(chosen.length, "container") : `Container ${one.containerId}`}
        onClose={onClose}
        foot={<Button onClick={onClose}>Close</Button>}
      >
        {isSeveral ? (
          <SeveralDeeds chosen={chosen} offered={offered} onChanged={onKnown.changed} />
        ) : (
          <ContainerCard container={one} machine={machine} offered={offered} onKnown={onKnown} />
        )}
      </Dialog>
    );
  }
  if (one && !isSeveral) {
    return (
      <section className="inspector" aria-label="Chosen container">
        <ContainerCard container={one} machine={machine} offered={offered} onKnown={onKnown} />
      </section>
    );
  }
  return (
    <section className="inspector" aria-label="Chosen container">
      <Card
        title={isSeveral ? `${countText(chosen.length, "container")} selected` : "No container chosen"}
        action={
          isSeveral &&
          chosen.length > 0 && (
            <Button small kind="quiet" onClick={clear}>
              Clear
            </Button>
          )
        }
      >
        {chosen.length > 0 ? (
          <SeveralDeeds chosen={chosen} offered={offered} onChanged={onKnown.changed} />
        ) : (
          <p className="muted">
            {isMany
              ? "Choose tiles one after another; what may be done to all of them stands here."
              : "Choose a tile to see its container here. Drag across tiles, or hold Shift, to choose several."}
          </p>
        )}
      </Card>
    </section>
  );
}
