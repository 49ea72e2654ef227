import { isOwed, totalOf } from "#shared/penalties/penalty.rules.ts";
import type { UserFile } from "#shared/users/user-file.schema.ts";
import { Glow } from "../../ui/Glow.tsx";
import { HeadFact, HeadFacts } from "../../ui/HeadFacts.tsx";
import { Money } from "../../ui/Money.tsx";

/** What an operator asks of a customer first: the deposit, what he has bought and not taken, and what he owes. */
export function UserFacts({ file: { deposit, cans, penalties } }: { file: UserFile }) {
  const free = deposit.depositBought + deposit.freeDeposit - deposit.depositUsed;
  const paise = penalties.filter(isOwed).reduce((sum, penalty) => sum + Math.round(totalOf(penalty) * 100), 0);
  return (
    <HeadFacts>
      <HeadFact name="Deposit">
        <Glow of={deposit.deposit}>
          <Money amount={deposit.deposit} />
        </Glow>
      </HeadFact>
      <HeadFact name="Free slots">
        <Glow of={free}>{free}</Glow>
      </HeadFact>
      <HeadFact name="Cans to take">
        <Glow of={cans.totalCans}>{cans.totalCans}</Glow>
      </HeadFact>
      <HeadFact name="Taken today">
        <Glow of={cans.openedCans}>
          {cans.openedCans}
          {cans.cansLimit > 0 && ` of ${cans.cansLimit}`}
        </Glow>
      </HeadFact>
      <HeadFact name="Owes">
        <Glow of={paise}>
          <span className={paise > 0 ? "user-owes" : undefined}>
            <Money amount={paise / 100} />
          </span>
        </Glow>
      </HeadFact>
    </HeadFacts>
  );
}
