import { Link } from "react-router-dom";
import { paths } from "../../app/paths.ts";
import { needsActionAtom } from "../../records/needs-action.atoms.ts";
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

/** Cans that did not come out, with a link to the page where they are handled; nothing while there are none. */
export function FailedVends() {
  const cases = useAtomValue(needsActionAtom).data?.total ?? 0;
  if (cases === 0) return null;
  return (
    <Link className="chip chip-danger home-waiting" to={`${paths.transactions}?view=needs-action`}>
      {countText(cases, "case of failed vends", "cases of failed vends")}
    </Link>
  );
}
