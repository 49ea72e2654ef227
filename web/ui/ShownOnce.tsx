import "./shown-once.css";
import { type ReactNode, useEffect, useRef } from "react";
import { Button } from "./Button.tsx";
import { useCopy } from "./use-copy.ts";

interface ShownOnceProps {
  /** For readers: "Secret of CU-1". */
  label: string;
  title: ReactNode;
  /** What to do with it, and what if it is lost. */
  words: string;
  /** Null where there is nothing to carry. */
  secret: string | null;
  /** "secret": the button says "Copy secret". */
  thing: string;
  onDone: () => void;
}

/** What can be read this once, because only its hash is kept. */
export function ShownOnce({ label, title, words, secret, thing, onDone }: ShownOnceProps) {
  const { copied, copy } = useCopy();
  const head = useRef<HTMLHeadingElement>(null);
  useEffect(() => head.current?.focus(), []);
  return (
    <section className="card secret" aria-label={label}>
      <div className="secret-words">
        <h2 ref={head} tabIndex={-1}>
          {title}
        </h2>
        <p className="muted">{words}</p>
      </div>
      {secret !== null && <code className="secret-text">{secret}</code>}
      <div className="toolbar">
        {secret !== null && (
          <Button icon={copied ? "pi-check" : "pi-copy"} onClick={() => void copy(secret)}>
            {copied ? "Copied" : `Copy ${thing}`}
          </Button>
        )}
        <Button kind="quiet" onClick={onDone}>
          Hide it
        </Button>
      </div>
    </section>
  );
}
