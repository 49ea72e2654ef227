import { type OwnDeed, ownDeeds } from "#shared/users/own-deeds.rules.ts";
import { useAtomValue } from "../state/jotai.ts";
import { hasColleagueAtom, operatorAtom } from "../state/session.atoms.ts";

/** Who does this deed of money instead, where the signed-in operator is that customer himself; null where he may. */
export const useWhyNotOwn = (user: string, deed: OwnDeed): string | null => {
  const operator = useAtomValue(operatorAtom);
  const hasColleague = useAtomValue(hasColleagueAtom);
  return operator?._id === user && hasColleague ? ownDeeds[deed] : null;
};
