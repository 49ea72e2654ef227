import { useEffect, useRef } from "react";

interface PickBoxProps {
  label: string;
  isPicked: boolean;
  /** Some of what it stands for is picked. */
  isSome?: boolean;
  onToggle: (isRange: boolean) => void;
}

/** The box that picks a row. The browser's own: a list may show a hundred of them. */
export function PickBox({ label, isPicked, isSome = false, onToggle }: PickBoxProps) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = isSome;
  }, [isSome]);
  return (
    <input
      ref={box}
      type="checkbox"
      className="pick-box"
      aria-label={label}
      checked={isPicked}
      onChange={({ nativeEvent }) => onToggle(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
    />
  );
}
