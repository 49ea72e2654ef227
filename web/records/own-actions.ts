import { type OwnAction, ownActions } from "#shared/users/own-actions.rules.ts";
import { type AdminAction, whyOnlyAdmin } from "#shared/users/user.rules.ts";
import { useAtomValue } from "../state/jotai.ts";
import { hasColleagueAtom, operatorAtom } from "../state/session.atoms.ts";

/** Who does this action of money instead, where the signed-in operator is that customer; null where they may. */
export const useWhyNotOwn = (user: string, action: OwnAction): string | null => {
  const operator = useAtomValue(operatorAtom);
  const hasColleague = useAtomValue(hasColleagueAtom);
  return operator?._id === user && hasColleague ? ownActions[action] : null;
};

/** Why the signed-in operator may not, where only an admin may; null where they may, and until they are known. */
export const useWhyOnlyAdmin = (action: AdminAction): string | null => {
  const operator = useAtomValue(operatorAtom);
  return operator && whyOnlyAdmin(operator.role, action);
};
