import type { ReactNode } from "react";
import { isLostAtom } from "../state/connection.atoms.ts";
import { useAtomValue } from "../state/jotai.ts";
import type { Load } from "../state/load.ts";
import { LineBones, RecordBones } from "./Bones.tsx";
import { Button } from "./Button.tsx";

interface EmptyProps {
  /** Why there is nothing: "No orders match phone 98…". */
  title: string;
  /** What to do about it. */
  children?: ReactNode;
  action?: ReactNode;
  icon?: string;
  /** It stands for a whole page: its title is the page's heading. */
  ofPage?: boolean;
}

const titleOf = (ofPage: boolean) => (ofPage ? "h1" : "h2");

export function Empty({ title, children, action, icon = "pi-inbox", ofPage = false }: EmptyProps) {
  const Title = titleOf(ofPage);
  return (
    <div className="calm">
      <span className={`pi ${icon} calm-sign`} aria-hidden="true" />
      <Title>{title}</Title>
      {children && <p className="muted">{children}</p>}
      {action && <div className="calm-actions">{action}</div>}
    </div>
  );
}

interface NoticeProps {
  /** What must be known before anything else. */
  children: ReactNode;
  icon?: string;
  /** It can wait. */
  isMild?: boolean;
  /** Something has just failed. */
  role?: "alert";
  /** What can be done about it. */
  action?: ReactNode;
}
/** A line in the colour of what needs somebody. */
export function Notice({ children, icon = "pi-exclamation-triangle", isMild, role, action }: NoticeProps) {
  return (
    <div className={isMild ? "notice notice-mild" : "notice"} role={role}>
      <span className={`pi ${icon}`} aria-hidden="true" />
      <span className="notice-words">{children}</span>
      {action}
    </div>
  );
}

interface FailedProps {
  /** What failed (specification: Failures). */
  error: string;
  onRetry: () => void;
}

/** Nothing could be loaded. Without a connection it is loaded by itself once that is back. */
export function Failed(props: FailedProps & { ofPage?: boolean; back?: ReactNode }) {
  const { error, onRetry, ofPage = false, back } = props;
  const Title = titleOf(ofPage);
  const isLost = useAtomValue(isLostAtom);
  if (isLost) {
    return (
      <Empty title="Opens when the connection is back" icon="pi-wifi" ofPage={ofPage}>
        {error}
      </Empty>
    );
  }
  return (
    <div className="calm calm-failed" role="alert">
      <span className="pi pi-exclamation-triangle calm-sign" aria-hidden="true" />
      <Title>{error}</Title>
      <div className="calm-actions">
        <Button icon="pi-refresh" onClick={onRetry}>
          Retry
        </Button>
        {back}
      </div>
    </div>
  );
}

/** Loading again failed: what was there stays below this line. */
export function FailedNotice({ error, onRetry }: FailedProps) {
  return (
    <Notice
      role="alert"
      action={
        <Button small onClick={onRetry}>
          Retry
        </Button>
      }
    >
      {error}. You see earlier data.
    </Notice>
  );
}

interface LoadableProps<T> {
  of: Load<T>;
  onRetry: () => void;
  children: (data: T) => ReactNode;
  /** A skeleton in the final shape; lines by default, those of a record where it is the whole page. */
  bones?: ReactNode;
  /** The page's own heading comes with the data: until then whatever stands here has one. */
  ofPage?: boolean;
  /** Where nothing could be loaded: a link to the others. */
  back?: ReactNode;
}

/** Loading, failed or there: one wrapper for all three. What was there stays while it loads again or when that fails. */
export function Loadable<T>({ of, onRetry, children, bones, ofPage = false, back }: LoadableProps<T>) {
  if (of.data !== undefined) {
    return (
      <>
        {of.state === "failed" && <FailedNotice error={of.error} onRetry={onRetry} />}
        {children(of.data)}
      </>
    );
  }
  if (of.state === "failed") return <Failed error={of.error} onRetry={onRetry} ofPage={ofPage} back={back} />;
  return bones ?? (ofPage ? <RecordBones /> : <LineBones />);
}
