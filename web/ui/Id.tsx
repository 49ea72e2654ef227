import { useCopy } from "./use-copy.ts";

/** "665f1c…9a2b": its beginning and its end distinguish ids. Short ones stay whole. */
export const cutInTheMiddle = (value: string, keep = 6): string =>
  value.length <= keep * 2 + 1 ? value : `${value.slice(0, keep)}…${value.slice(-keep)}`;

interface IdProps {
  value: string;
  /** What is copied, for readers: "order id". */
  label?: string;
  whole?: boolean;
  /** In a column: whole where that has room, else cut in the middle. */
  fits?: boolean;
  /** How many characters stand before and behind the cut; 6 where it is left out. */
  keep?: number;
}

/** Without room for the whole id, its end is shown: many ids begin alike. */
export const IdTail = ({ value }: { value: string }) => (
  <span className="mono id-tail" title={value}>
    <bdi>{value}</bdi>
  </span>
);

/** Whole where it has room; else its beginning and its end are read. */
export const IdInColumn = ({ value }: { value: string }) => (
  <span className="mono id-in-column" title={value}>
    <span className="one-line">{value.slice(0, -6)}</span>
    <span>{value.slice(-6)}</span>
  </span>
);

/** An id in a monospaced face, cut in the middle, copied whole by one click. */
export function Id({ value, label = "id", whole = false, fits = false, keep }: IdProps) {
  const { copied, copy } = useCopy();
  const shown = whole || fits ? value : cutInTheMiddle(value, keep);
  return (
    <button
      type="button"
      className={`id${copied ? " id-copied" : ""}`}
      title={`${value} (click to copy)`}
      aria-label={`${shown}, copy ${label}`}
      onClick={(event) => {
        event.stopPropagation();
        void copy(value);
      }}
    >
      {fits ? <IdInColumn value={value} /> : shown}
      <span className={`pi ${copied ? "pi-check" : "pi-copy"}`} aria-hidden="true" />
      <span className="unseen" role="status">
        {copied ? "Copied" : ""}
      </span>
    </button>
  );
}
