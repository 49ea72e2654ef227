import { useMemo } from "react";
import { Link, useLocation, useParams } from "react-router-dom";
import { readPenalty } from "#shared/penalties/penalty.api.ts";
import { penaltyRecord } from "#shared/penalties/penalty.record.ts";
import { isOwed, totalOf } from "#shared/penalties/penalty.rules.ts";
import type { Penalty } from "#shared/penalties/penalty.schema.ts";
import { paths, pathTo } from "../../app/paths.ts";
import { recordAtomOf } from "../../live/record-atoms.ts";
import { RecordPage, type Shown } from "../../recipes/RecordPage.tsx";
import { userFileAtomOf } from "../../records/user-file.atoms.ts";
import { useAtomValue } from "../../state/jotai.ts";
import { oneForKey } from "../../state/one-for-key.ts";
import { ButtonLink } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { HeadFact, HeadFacts } from "../../ui/HeadFacts.tsx";
import { Money } from "../../ui/Money.tsx";
import { PageHead } from "../../ui/PageHead.tsx";
import { Chip } from "../../ui/StateChip.tsx";
import { Empty } from "../../ui/States.tsx";
import { dayOnly } from "../../ui/times.ts";
import { AddPenaltyForm, PenaltyForm } from "./PenaltyForms.tsx";

const penaltyAtomOf = oneForKey((id: string) => recordAtomOf(penaltyRecord, readPenalty, id));

/** Whose new penalty it is comes with the navigation; a pasted link does not know. */
const userOf = (state: unknown): string | null =>
  typeof state === "object" && state !== null && "user" in state && typeof state.user === "string" ? state.user : null;

const backTo = (user: string) => (
  <ButtonLink icon="pi-arrow-left" to={pathTo("user", { id: user })}>
    Back
  </ButtonLink>
);

const back = { to: paths.users, words: "Users" };
/** Whose it is, in the line beneath the title; nothing while that is not known. */
function ForWhom({ user }: { user: string }) {
  const known = useAtomValue(useMemo(() => userFileAtomOf(user), [user])).data?.user;
  return <>{known && `For ${known.name || known.phone}, ${known.phone} · `}The next order charges it</>;
}

const addingTo = (user: string) => ({
  title: "Add penalty",
  line: <ForWhom user={user} />,
  form: <AddPenaltyForm user={user} />,
  action: backTo(user),
});

function PenaltyCards({ record: penalty, onKnown }: Shown<Penalty>) {
  const file = useAtomValue(useMemo(() => userFileAtomOf(penalty.user), [penalty.user])).data;
  const others = file?.penalties.filter((one) => isOwed(one) && one._id !== penalty._id) ?? [];
  const state = isOwed(penalty) ? "Not paid" : penalty.paid ? "Paid" : "Canceled";
  return (
    <>
      <PageHead
        title={file ? `Penalty of ${file.user.name || file.user.phone}` : "Penalty"}
        line={penalty.message || undefined}
        chips={isOwed(penalty) && <Chip tone="warn" icon="pi-exclamation-triangle" word="Not paid" />}
        action={backTo(penalty.user)}
      />
      <HeadFacts>
        <HeadFact name="Total">
          <Money amount={totalOf(penalty)} />
        </HeadFact>
        <HeadFact name="Customer">
          <Link className="penalty-customer" to={pathTo("user", { id: penalty.user })}>
            {file?.user.phone ?? "User page"}
          </Link>
        </HeadFact>
        <HeadFact name="State">{state}</HeadFact>
        <HeadFact name="Given">{dayOnly(Date.parse(penalty.createdAt))}</HeadFact>
        <HeadFact name="Other owed penalties">{file ? others.length : "–"}</HeadFact>
      </HeadFacts>
      <Card>
        <PenaltyForm record={penalty} onKnown={onKnown} />
      </Card>
    </>
  );
}

/** One penalty (specification: Penalty); `new` gives one to the user that the navigation names. */
export function Component() {
  const { id = "" } = useParams();
  const user = userOf(useLocation().state);
  if (id.toLowerCase() === "new" && !user) {
    return (
      <Empty ofPage title="Whose penalty?" action={<ButtonLink to={back.to}>{back.words}</ButtonLink>}>
        Add a penalty from the user's page.
      </Empty>
    );
  }
  return (
    <RecordPage atomOf={penaltyAtomOf} of={penaltyRecord} back={back} adding={user ? addingTo(user) : null}>
      {(shown) => <PenaltyCards {...shown} />}
    </RecordPage>
  );
}
