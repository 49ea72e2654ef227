import { memo } from "react";
import * as rules from "#shared/containers/container.rules.ts";
import type { Container } from "#shared/containers/container.schema.ts";
import type { BrandEntry } from "#shared/profiles/profile.schema.ts";
import { looksOf } from "../../records/container-looks.ts";
import { Button, IconButton } from "../../ui/Button.tsx";
import { Glow } from "../../ui/Glow.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { Chip } from "../../ui/StateChip.tsx";
import { ContainerConflict } from "./ContainerConflict.tsx";
import { ContainerDoor } from "./ContainerDoor.tsx";
import { whyAtRest } from "./container-words.ts";
import type { MachineWords } from "./door-words.ts";
import { LabelEdit } from "./LabelEdit.tsx";
import { ProductPick } from "./ProductPick.tsx";
import { TwoWay } from "./TwoWay.tsx";
import { type OnKnown, useActions } from "./use-actions.ts";

/** What the cards of a machine's containers have in common; each keeps its identity from one drawing to the next. */
export interface OfMachine {
  machine: MachineWords;
  /** Undefined while the profile is on its way. */
  offered: readonly BrandEntry[] | undefined;
  onKnown: OnKnown;
}
interface ContainerCardProps extends OfMachine {
  container: Container;
}

function StockNote({ container: { isEmpty, stockedOn, reservedUntil, toBeChecked } }: { container: Container }) {
  if (toBeChecked) return <span className="muted">Check: its can may be gone</span>;
  if (reservedUntil !== null) return <span className="muted">Reserved for a customer</span>;
  if (isEmpty || stockedOn === null) return null;
  return (
    <span className="muted">
      Stocked <RelativeTime at={stockedOn} />
    </span>
  );
}

interface SwitchesProps {
  container: Container;
  actions: Pick<ReturnType<typeof useActions>, "run" | "backs">;
}

function Switches({ container, actions: { run, backs } }: SwitchesProps) {
  const { containerId, isWorking, isReserved } = container;
  return (
    <div className="container-switches">
      <TwoWay
        label={`Container ${containerId} works`}
        words={["Working", "Disabled"]}
        value={isWorking}
        whyNot={whyAtRest.working(container)}
        wentBack={backs("set working")}
        onChange={(to) => void run({ do: "set working", isWorking: to })}
      />
      <TwoWay
        label={`Container ${containerId} is reserved`}
        words={["Reserved", "Available"]}
        value={isReserved}
        whyNot={whyAtRest.reserved(container)}
        wentBack={backs("set reserved")}
        onChange={(to) => void run({ do: "set reserved", isReserved: to })}
      />
    </div>
  );
}

function OneCard({ container, machine, offered, onKnown }: ContainerCardProps) {
  const actions = useActions(container, onKnown);
  const { stale, doing, run, remove, takeTheirs } = actions;
  const { containerId, isEmpty } = container;
  const state = rules.containerState(container);
  const { word, icon, tone } = looksOf(container);
  return (
    <article className="card container-card" data-container={container._id} aria-label={`Container ${containerId}`}>
      <header className="container-head">
        <LabelEdit
          container={container}
          working={doing === "relabel"}
          onSave={(seen, label) => run({ do: "relabel", containerId: label }, seen)}
        />
        <span className="container-state">
          <Glow of={state}>
            <Chip tone={tone} icon={icon} word={word} />
          </Glow>
        </span>
      </header>
      {stale && (
        <ContainerConflict
          {...stale}
          present={container}
          working={doing === stale.action.do}
          onTheirs={takeTheirs}
          onMine={() => void run(stale.action)}
        />
      )}
      <div className="container-product">
        <ProductPick
          container={container}
          offered={offered}
          whyNot={whyAtRest.product(container)}
          onPick={(product, brand) => void run({ do: "set product", product, brand })}
        />
        <Button
          kind="quiet"
          small
          whyNot={whyAtRest.removal(container)}
          working={doing === "remove product"}
          onClick={() => void run({ do: "remove product" })}
        >
          Remove
        </Button>
      </div>
      <Switches container={container} actions={actions} />
      <ContainerDoor container={container} machine={machine} />
      <footer className="container-foot">
        {rules.showsStockButton(container) && (
          <Button
            small
            whyNot={whyAtRest.stock(container)}
            working={doing === "add to stock" || doing === "mark empty"}
            onClick={() => void run({ do: isEmpty ? "add to stock" : "mark empty" })}
          >
            {rules.stockButtonText(container)}
          </Button>
        )}
        <StockNote container={container} />
        <span className="container-delete">
          <IconButton
            icon="pi-trash"
            small
            danger
            label={`Delete container ${containerId}`}
            whyNot={doing === "delete" ? "It is being deleted" : whyAtRest.remove(container)}
            onClick={() => void remove()}
          />
        </span>
      </footer>
    </article>
  );
}

/** One container with everything that may be done to it (specification: Container rules). */
export const ContainerCard = memo(OneCard);
