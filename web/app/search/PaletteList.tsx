import { useEffect, useRef } from "react";
import type { SessionStatus } from "#shared/control-units/control-unit.schema.ts";
import { Chip, StateChip } from "../../ui/StateChip.tsx";
import { sessionLooks } from "../../ui/session-words.ts";
import type { Group } from "./group-items.ts";
import { type Item, iconOf, isCode, keyOf, kindWord } from "./item.ts";

function State({ kind, state }: Item) {
  if (state === null) return null;
  const look = kind === "session" ? sessionLooks[state as SessionStatus] : undefined;
  return look ? <Chip {...look} /> : <StateChip state={state} />;
}

function Words({ item, mixed }: { item: Item; mixed: boolean }) {
  const side = item.kind === "page" ? item.detail : mixed ? kindWord(item.kind) : "";
  return (
    <>
      <span className={`pi ${iconOf(item)}`} aria-hidden="true" />
      <span className="palette-words">
        <span className={isCode(item) ? "one-line mono" : "one-line"}>{item.label}</span>
        {item.kind !== "page" && item.detail && <span className="one-line muted">{item.detail}</span>}
      </span>
      {side && <span className="muted palette-side">{side}</span>}
      <State {...item} />
    </>
  );
}

interface ListProps {
  id: string;
  groups: readonly Group[];
  /** The chosen item's place among all of them. */
  chosen: number;
  onChoose: (item: Item) => void;
  onGo: (item: Item) => void;
}

/** What was found, group by group; the field above it keeps the focus and handles the keys. */
export function PaletteList({ id, groups, chosen, onChoose, onGo }: ListProps) {
  const list = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the choice moves the view, nothing is read from it.
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView?.({ block: "nearest" });
  }, [chosen]);
  const places = new Map(groups.flatMap(({ items }) => items).map((item, place) => [keyOf(item), place]));
  return (
    <div id={`${id}-list`} ref={list} className="palette-list" role="listbox" aria-label="Found">
      {groups.map(({ head, items, mixed = false }) => (
        // biome-ignore lint/a11y/useSemanticElements: options stand in it, and no fieldset may contain them.
        <div key={head} role="group" aria-label={head}>
          <div className="palette-head" aria-hidden="true">
            {head}
          </div>
          {items.map((item) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the field above has the focus and the keys.
            <div
              key={keyOf(item)}
              id={`${id}-${places.get(keyOf(item))}`}
              role="option"
              aria-selected={places.get(keyOf(item)) === chosen}
              className="palette-item"
              onPointerMove={() => onChoose(item)}
              onClick={() => onGo(item)}
            >
              <Words item={item} mixed={mixed} />
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}
