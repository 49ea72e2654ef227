import { type OwnDeed, ownDeeds } from "#shared/users/own-deeds.rules.ts";
import { type AdminDeed, whyOnlyAdmin } from "#shared/users/user.rules.ts";
import { useAtomValue } from "../state/jotai.ts";
import { hasColleagueAtom, operatorAtom } from "../state/session.atoms.ts";

/** Who does this deed of money instead, where the signed-in operator is that customer himself; null where he may. */
export const useWhyNotOwn = (user: string, deed: OwnDeed): string | null => {
  const operator = useAtomValue(operatorAtom);
  const hasColleague = useAtomValue(hasColleagueAtom);
  return operator?._id === user && hasColleague ? ownDeeds[deed] : null;
};

/** Why the signed-in operator may not, where only an admin may; null where he may, and until he is known. */
export const useWhyOnlyAdmin = (deed: AdminDeed): string | null => {
  const operator = useAtomValue(operatorAtom);
  return operator && whyOnlyAdmin(operator.role, deed);
};
