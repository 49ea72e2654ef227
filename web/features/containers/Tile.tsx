import { memo, useRef } from "react";
import { containerState } from "#shared/containers/container.rules.ts";
import type { Container } from "#shared/containers/container.schema.ts";
import type { ResultRow } from "#shared/control-units/control-unit.schema.ts";
import { endedBadly } from "#shared/control-units/row.rules.ts";
import { looksOf } from "../../records/container-looks.ts";
import { rowSentence, tileWords } from "./door-words.ts";

interface TileProps {
  container: Container;
  picked: boolean;
  /** Its card is shown: it keeps the colour and the sign of its state. */
  shown: boolean;
  /** Its place is kept, but the filter above is about others. */
  faint: boolean;
  /** What is known of its door in the session that is shown. */
  row?: ResultRow | undefined;
}

function DoorLine({ row }: { row: ResultRow }) {
  const { word, icon } = tileWords[row.state];
  return (
    <span className={`tile-door tile-door-${endedBadly(row) ? "bad" : row.state}`} title={rowSentence(row)}>
      <span className={`pi ${icon}`} aria-hidden="true" />
      <span className="unseen">, </span>
      {word}
    </span>
  );
}

/** A door that opens or closes while somebody looks: the moment is shown. How it stood before is none. */
const useDoorMoment = (isLocked: boolean): string => {
  const seen = useRef({ isLocked, look: "" });
  if (seen.current.isLocked !== isLocked) seen.current = { isLocked, look: isLocked ? " tile-closes" : " tile-opens" };
  return seen.current.look;
};

function OneTile({ container, picked, shown, faint, row }: TileProps) {
  const state = containerState(container);
  const { isLocked } = container;
  const moment = useDoorMoment(isLocked);
  const { icon, word } = looksOf(container);
  return (
    <button
      type="button"
      className={`tile tile-${state}${faint ? " tile-faint" : ""}${picked ? " tile-picked" : ""}${shown ? " tile-shown" : ""}${isLocked ? "" : " tile-unlocked"}${moment}`}
      aria-pressed={picked || shown}
      title={`${container.brand || "No product"}, ${word}`}
    >
      <span className="tile-number">
        <span className="unseen">Container </span>
        {container.containerId}
        <span className="unseen"> </span>
      </span>
      {isLocked && <span className="tile-lock pi pi-lock" aria-hidden="true" />}
      <span className={`tile-sign pi ${picked ? "pi-check" : icon}`} aria-hidden="true" />
      <span className="tile-brand">{container.brand || "–"}</span>
      <span className="unseen">, {word}</span>
      {!isLocked && (
        <span className="tile-warning">
          <span className="unseen">, </span>
          <span className="pi pi-lock-open" aria-hidden="true" />
          UnLocked
        </span>
      )}
      {row && <DoorLine row={row} />}
    </button>
  );
}

/** A container as it stands in the machine's front: number, brand, and its state by colour and sign. */
export const Tile = memo(OneTile);
