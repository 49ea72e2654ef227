import { Button } from "../../ui/Button.tsx";
import { countText } from "../../ui/count-text.ts";
import type { Selection } from "./use-selection.ts";

interface SelectSeveralProps {
  selection: Selection;
  /** On a phone a button shows their actions; elsewhere they stand beside the front. */
  onActions: (() => void) | null;
}

/** Several tiles without mouse or Shift: while it is on, each tap adds one. */
export function SelectSeveral({
  selection: { isMany, isSeveral, picked, setMany, clear },
  onActions,
}: SelectSeveralProps) {
  const whyNot = picked.size === 0 ? "Tap a container first" : null;
  return (
    <>
      <button
        type="button"
        className="button button-plain select-several"
        aria-pressed={isMany}
        onClick={() => setMany(!isMany)}
      >
        <span className="pi pi-check-square" aria-hidden="true" />
        <span className="button-label">Select several</span>
      </button>
      {onActions && isSeveral && (
        <div className="several-bar">
          <span className="figures" role="status">
            {countText(picked.size, "container")}
          </span>
          <Button whyNot={whyNot} onClick={clear}>
            Clear
          </Button>
          <Button kind="primary" whyNot={whyNot} onClick={onActions}>
            Change them
          </Button>
        </div>
      )}
    </>
  );
}
