import type { ReactNode } from "react";
import type { Load } from "../state/load.ts";
import { LineBones } from "./Bones.tsx";
import { Button } from "./Button.tsx";

interface EmptyProps {
  /** Why there is nothing: "No orders match phone 98…". */
  title: string;
  /** What to do about it. */
  children?: ReactNode;
  action?: ReactNode;
  icon?: string;
}

export function Empty({ title, children, action, icon = "pi-inbox" }: EmptyProps) {
  return (
    <div className="calm">
      <span className={`pi ${icon} calm-sign`} aria-hidden="true" />
      <h2>{title}</h2>
      {children && <p className="muted">{children}</p>}
      {action && <div className="calm-deeds">{action}</div>}
    </div>
  );
}

interface FailedProps {
  /** What failed, in the specification's words. */
  error: string;
  onRetry: () => void;
}

/** Nothing could be loaded. */
export function Failed({ error, onRetry }: FailedProps) {
  return (
    <div className="calm calm-failed" role="alert">
      <span className="pi pi-exclamation-triangle calm-sign" aria-hidden="true" />
      <h2>{error}</h2>
      <div className="calm-deeds">
        <Button icon="pi-refresh" onClick={onRetry}>
          Retry
        </Button>
      </div>
    </div>
  );
}

/** Loading again failed: what was there stays below this line. */
export function FailedNotice({ error, onRetry }: FailedProps) {
  return (
    <div className="notice" role="alert">
      <span className="pi pi-exclamation-triangle" aria-hidden="true" />
      <span className="notice-words">{error}. What you see is from before.</span>
      <Button small onClick={onRetry}>
        Retry
      </Button>
    </div>
  );
}

interface LoadableProps<T> {
  of: Load<T>;
  onRetry: () => void;
  children: (data: T) => ReactNode;
  /** A skeleton in the final shape; lines by default. */
  bones?: ReactNode;
}

/** Loading, failed or there: one wrapper for all three. What was there stays while it loads again or when that fails. */
export function Loadable<T>({ of, onRetry, children, bones }: LoadableProps<T>) {
  if (of.data !== undefined) {
    return (
      <>
        {of.state === "failed" && <FailedNotice error={of.error} onRetry={onRetry} />}
        {children(of.data)}
      </>
    );
  }
  if (of.state === "failed") return <Failed error={of.error} onRetry={onRetry} />;
  return bones ?? <LineBones />;
}
