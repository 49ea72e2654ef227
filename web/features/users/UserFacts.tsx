import { isOwed, totalOf } from "#shared/penalties/penalty.rules.ts";
import type { UserFile } from "#shared/users/user-file.schema.ts";
import { HeadFact, HeadFacts } from "../../ui/HeadFacts.tsx";
import { Money } from "../../ui/Money.tsx";

/** A customer's most important facts: the deposit, cans bought and not taken, and what they owe. */
export function UserFacts({ file: { deposit, cans, penalties } }: { file: UserFile }) {
  const free = deposit.depositBought + deposit.freeDeposit - deposit.depositUsed;
  const paise = penalties.filter(isOwed).reduce((sum, penalty) => sum + Math.round(totalOf(penalty) * 100), 0);
  return (
    <HeadFacts>
      <HeadFact name="Deposit" of={deposit.deposit}>
        <Money amount={deposit.deposit} />
      </HeadFact>
      <HeadFact name="Free slots" of={free}>
        {free}
      </HeadFact>
      <HeadFact name="Cans to take" of={cans.totalCans}>
        {cans.totalCans}
      </HeadFact>
      <HeadFact name="Taken today" of={cans.openedCans}>
        {cans.openedCans}
        {cans.cansLimit > 0 && ` of ${cans.cansLimit}`}
      </HeadFact>
      <HeadFact name="Owes" of={paise}>
        <span className={paise > 0 ? "user-owes" : undefined}>
          <Money amount={paise / 100} />
        </span>
      </HeadFact>
    </HeadFacts>
  );
}
