import { Link } from "react-router-dom";
import { pathTo } from "../../app/paths.ts";
import { cutInTheMiddle } from "../../ui/Id.tsx";

/** Leads to the session in the test panel, which shows all that is known of it. */
export function SessionLink({ sessionId }: { sessionId: string }) {
  return (
    <Link to={`${pathTo("testMachine")}?session=${sessionId}`} className="session-link mono" title={sessionId}>
      <span className="unseen">Session </span>
      {cutInTheMiddle(sessionId, 4)}
    </Link>
  );
}
