import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { readAccountDeletion } from "#shared/account-deletion/account-deletion.api.ts";
import type { AccountDeletion } from "#shared/account-deletion/account-deletion.schema.ts";
import { paths, pathTo } from "../../app/paths.ts";
import { Followed } from "../../recipes/Followed.tsx";
import { CaseHead } from "../../recipes/queue/CaseHead.tsx";
import { GoneCase } from "../../recipes/queue/GoneCase.tsx";
import { WorkQueue } from "../../recipes/queue/WorkQueue.tsx";
import { useAtom, useAtomValue } from "../../state/jotai.ts";
import { Bone } from "../../ui/Bones.tsx";
import { ButtonLink } from "../../ui/Button.tsx";
import { Card, Facts } from "../../ui/Card.tsx";
import { comingText } from "../../ui/coming-text.ts";
import { countText } from "../../ui/count-text.ts";
import { Id } from "../../ui/Id.tsx";
import { PageHead } from "../../ui/PageHead.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { Empty, Loadable, Notice } from "../../ui/States.tsx";
import { dayMoment, dayTime } from "../../ui/times.ts";
import { DeleteButton } from "./DeleteButton.tsx";
import { DeleteDialog } from "./DeleteDialog.tsx";
import { standingWords } from "./standing-words.ts";
import { standingAtomOf, waitingDeletionsAtom } from "./waiting.atoms.ts";

const idOf = ({ _id }: AccountDeletion) => _id;
const rowOf = ({ UserPhoneNumber, requestTime }: AccountDeletion) => ({
  title: <span className="figures">{UserPhoneNumber}</span>,
  note: <RelativeTime at={requestTime} />,
});

/** A request that a link names and that waits no more. */
const goneOf = (id: string) => (
  <GoneCase key={id} read={readAccountDeletion} input={{ params: { id } }}>
    {(reply) =>
      reply?.request.processedAt
        ? `This case was settled at ${dayTime(Date.parse(reply.request.processedAt))}: the account is deleted. Audit says who did it.`
        : "This case is not in the list."
    }
  </GoneCase>
);

const standingBones = (
  <Card title="Still open">
    <Bone height={20} />
  </Card>
);

/** What the account still holds, which its deletion writes off, and what forbids it now. */
const StandingCard = ({ id }: { id: string }) => (
  <Followed atom={standingAtomOf(id)} bones={standingBones}>
    {({ standing, whyNot }) => {
      const lines = standingWords(standing);
      return (
        <>
          {whyNot && <Notice>{whyNot}</Notice>}
          <Card title="Still open">
            {lines.length === 0 && <p className="muted">Nothing is open: the account can be deleted.</p>}
            {lines.length > 0 && (
              <ul className="standing">
                {lines.map((line) => (
                  <li key={line}>{line}</li>
                ))}
              </ul>
            )}
          </Card>
        </>
      );
    }}
  </Followed>
);

function DeletionCase({ request, onNext }: { request: AccountDeletion; onNext: () => void }) {
  const { _id, userId, UserPhoneNumber: phone, requestTime } = request;
  const why = useAtomValue(standingAtomOf(_id)).data?.whyNot ?? null;
  return (
    <>
      <CaseHead
        title={<Link to={pathTo("user", { id: userId })}>{phone}</Link>}
        line={
          <>
            Requested in the app {dayMoment(Date.parse(requestTime))} (<RelativeTime at={requestTime} />)
          </>
        }
        onNext={onNext}
      >
        <DeleteButton {...request} inCase why={why} />
      </CaseHead>
      <StandingCard id={_id} />
      <Card title="Customer">
        <Facts
          of={[
            ["userId", <Id key="user" value={userId} label="user id" whole />],
            ["Orders", <Link key="orders" to={`${paths.orders}?phone=${phone}`}>{`Orders of ${phone}`}</Link>],
            ["Cans", <Link key="cans" to={`${paths.transactions}?phone=${phone}`}>{`Transactions of ${phone}`}</Link>],
          ]}
        />
      </Card>
    </>
  );
}

/** The queue of customers who wait for their deletion; the oldest first. */
export function WaitingDeletions({ tabs }: { tabs: ReactNode }) {
  const [load, send] = useAtom(waitingDeletionsAtom);
  const line = load.data
    ? `${countText(load.data.total, "request waits", "requests wait")}, oldest first`
    : comingText(load, "requests");
  return (
    <>
      <PageHead
        title="Account Deletion"
        line={line}
        action={
          <ButtonLink icon="pi-arrow-left" to={paths.home}>
            Back
          </ButtonLink>
        }
      />
      {tabs}
      <Loadable of={load} onRetry={() => send({ do: "retry" })}>
        {({ requests, total }) => (
          <WorkQueue
            label="Accounts to be deleted"
            cases={requests}
            idOf={idOf}
            rowOf={rowOf}
            total={total}
            goneOf={goneOf}
            counts
            empty={
              <Empty title="No deletion requests" icon="pi-check-circle">
                Customers request deletion in their app.
              </Empty>
            }
          >
            {(request, next) => <DeletionCase request={request} onNext={next} />}
          </WorkQueue>
        )}
      </Loadable>
      <DeleteDialog />
    </>
  );
}
