import { Link } from "react-router-dom";
import { pathTo } from "../../app/paths.ts";
import type { SessionRows } from "../../live/session-rows.ts";
import type { Load } from "../../state/load.ts";
import { Button, IconButton } from "../../ui/Button.tsx";
import { cutInTheMiddle } from "../../ui/Id.tsx";

interface SessionFootProps {
  sessionId: string;
  load: Load<SessionRows>;
  /** Where the session stands; null while nothing of it is known. */
  sentence: string | null;
  hideLabel: string;
  retry: () => void;
  onHide: () => void;
}

/** Under what is known of a session: it said in a sentence, and the ways to it and away from it. */
export function SessionFoot({ sessionId, load, sentence, hideLabel, retry, onHide }: SessionFootProps) {
  return (
    <div className="door-session-foot">
      <span className="door-sentence figures" role="status">
        {sentence ?? (load.state === "failed" ? "The door's state could not be read" : "Stored")}
      </span>
      {load.state === "failed" && (
        <Button small kind="quiet" onClick={retry}>
          Retry
        </Button>
      )}
      <Link to={`${pathTo("testMachine")}?session=${sessionId}`} className="session-link mono" title={sessionId}>
        <span className="unseen">Session </span>
        {cutInTheMiddle(sessionId, 4)}
      </Link>
      <IconButton icon="pi-times" small label={hideLabel} onClick={onHide} />
    </div>
  );
}
