import { Link } from "react-router-dom";
import { paths } from "../../app/paths.ts";
import { requestsAtom } from "../../records/requests.atoms.ts";
import { useAtomValue } from "../../state/jotai.ts";
import { countText } from "../../ui/count-text.ts";

/** Control units that wait to be registered; nothing while there are none. */
export function WaitingUnits() {
  const waiting = useAtomValue(requestsAtom).data?.length ?? 0;
  if (waiting === 0) return null;
  return (
    <Link className="chip chip-warn home-waiting" to={`${paths.registerMachine}?view=needs-action`}>
      {countText(waiting, "unit")} waiting
    </Link>
  );
}
