import { Link } from "react-router-dom";
import { paths } from "../../app/paths.ts";
import { needsActionAtom } from "../../records/needs-action.atoms.ts";
import { useAtomValue } from "../../state/jotai.ts";
import { countText } from "../../ui/count-text.ts";

/** Cans that did not come out, on the way to their workbench; nothing while there are none. */
export function FailedVends() {
  const cases = useAtomValue(needsActionAtom).data?.total ?? 0;
  if (cases === 0) return null;
  return (
    <Link className="chip chip-danger home-waiting" to={`${paths.transactions}?view=needs-action`}>
      {countText(cases, "case of failed vends", "cases of failed vends")}
    </Link>
  );
}
