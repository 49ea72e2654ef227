import "./users.css";
import { userRecord } from "#shared/users/user.record.ts";
import { paths } from "../../app/paths.ts";
import { RecordPage, type Shown } from "../../recipes/RecordPage.tsx";
import { ApprovalNotes } from "../../records/ApprovalNotes.tsx";
import { useApprovalsKnown } from "../../records/approvals.atoms.ts";
import { type Part, type ShownFile, userFileAtomOf, withPart } from "../../records/user-file.atoms.ts";
import { useSetAtom } from "../../state/jotai.ts";
import { RecordBones } from "../../ui/Bones.tsx";
import { ButtonLink } from "../../ui/Button.tsx";
import { PageHead } from "../../ui/PageHead.tsx";
import { Notice } from "../../ui/States.tsx";
import { dayTime } from "../../ui/times.ts";
import { useIsPhone } from "../../ui/use-media.ts";
import { CansCard } from "./CansCard.tsx";
import { DataButton } from "./DataButton.tsx";
import { DepositCard } from "./DepositCard.tsx";
import { DepositRowsCard } from "./DepositRowsCard.tsx";
import { LastOrdersCard, OpenCasesCard } from "./LatestCards.tsx";
import { LimitCard } from "./LimitCard.tsx";
import { NoteCard } from "./NoteCard.tsx";
import { PenaltiesCard } from "./PenaltiesCard.tsx";
import { UserFacts } from "./UserFacts.tsx";
import { UserCard, UserForm } from "./UserForm.tsx";
import { UserChips } from "./user-columns.tsx";

/** What else is known of this user: on a phone in sight, beneath the name. */
function UserLinks({ user: { _id, phone, deletedAt } }: Pick<ShownFile, "user">) {
  const ofUser = `?phone=${encodeURIComponent(phone)}`;
  return (
    <nav className="user-links" aria-label="Of this user">
      {!deletedAt && (
        <>
          <ButtonLink to={`${paths.orders}${ofUser}`}>Orders</ButtonLink>
          <ButtonLink to={`${paths.transactions}${ofUser}`}>Transactions</ButtonLink>
        </>
      )}
      <ButtonLink to={`${paths.ledger}?userId=${_id}`}>Ledger</ButtonLink>
    </nav>
  );
}

function UserCards({ file }: { file: ShownFile }) {
  const { user, penalties } = file;
  const send = useSetAtom(userFileAtomOf(user._id));
  const isPhone = useIsPhone();
  /** Props of a card of one part of the file: the part, and where a reply about it goes. */
  const shown = <P extends Part>(part: P): Shown<ShownFile[P]> => ({
    record: file[part],
    onKnown: (incoming) => send({ do: "update", change: (known) => withPart(known, part, incoming) }),
  });
  const links = <UserLinks user={user} />;
  return (
    <>
      <PageHead
        title={user.name}
        line={
          <>
            <span className="figures">{user.phone}</span> · {user.role}
          </>
        }
        chips={<UserChips {...user} />}
        action={
          <>
            {!isPhone && links}
            <DataButton user={user._id} />
          </>
        }
      />
      {isPhone && links}
      {user.deletedAt ? (
        <Notice icon="pi-user-minus">
          This account was deleted on {dayTime(Date.parse(user.deletedAt))}. Its orders, cans and rows stay in the books
          without a name.
        </Notice>
      ) : (
        <>
          <ApprovalNotes record={user._id} />
          <UserFacts file={file} />
          <div className="columns user-latest">
            <LastOrdersCard user={user} />
            <OpenCasesCard user={user} />
          </div>
          <div className="columns">
            <div className="column">
              <CansCard {...shown("cans")} />
              <UserCard {...shown("user")} />
            </div>
            <div className="column">
              <PenaltiesCard user={user._id} penalties={penalties} />
              <NoteCard {...shown("note")} />
              <DepositCard {...shown("deposit")} />
              <LimitCard {...shown("cans")} />
            </div>
          </div>
        </>
      )}
      <DepositRowsCard user={user._id} />
    </>
  );
}

const adding = { title: "Add New User", line: "A customer, or an operator of this console", form: <UserForm /> };

/** One user (specification: User), facts first, forms after; `new` adds one. */
export function Component() {
  const isKnown = useApprovalsKnown();
  return (
    <RecordPage atomOf={userFileAtomOf} of={userRecord} back={{ to: paths.users, words: "Users" }} adding={adding}>
      {({ record }) => (isKnown ? <UserCards file={record} /> : <RecordBones />)}
    </RecordPage>
  );
}
