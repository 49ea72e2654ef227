import { useLocation, useParams } from "react-router-dom";
import { penaltyRecord } from "#shared/penalties/penalty.record.ts";
import { isOwed, totalOf } from "#shared/penalties/penalty.rules.ts";
import { paths, pathTo } from "../../app/paths.ts";
import { RecordPage } from "../../recipes/RecordPage.tsx";
import { ButtonLink } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { Money } from "../../ui/Money.tsx";
import { PageHead } from "../../ui/PageHead.tsx";
import { Chip } from "../../ui/StateChip.tsx";
import { Empty } from "../../ui/States.tsx";
import { AddPenaltyForm, PenaltyForm } from "./PenaltyForms.tsx";
import { penaltyAtomOf } from "./penalty.atoms.ts";

/** Whose new penalty it is comes with the navigation; a pasted link does not know. */
const userOf = (state: unknown): string | null =>
  typeof state === "object" && state !== null && "user" in state && typeof state.user === "string" ? state.user : null;

const backTo = (user: string) => (
  <ButtonLink icon="pi-arrow-left" to={pathTo("user", { id: user })}>
    Back
  </ButtonLink>
);

const back = { to: paths.users, words: "Users" };
const addingTo = (user: string) => ({
  title: "Add penalty",
  line: "It is asked for with the next order",
  form: <AddPenaltyForm user={user} />,
  action: backTo(user),
});

/** One penalty (specification: Penalty); `new` gives one to the user that the navigation names. */
export function Component() {
  const { id = "" } = useParams();
  const user = userOf(useLocation().state);
  if (id.toLowerCase() === "new" && !user) {
    return (
      <Empty ofPage title="Whose penalty?" action={<ButtonLink to={back.to}>{back.words}</ButtonLink>}>
        A penalty is added from its user's page.
      </Empty>
    );
  }
  return (
    <RecordPage atomOf={penaltyAtomOf} of={penaltyRecord} back={back} adding={user ? addingTo(user) : null}>
      {({ record: penalty, onKnown }) => (
        <>
          <PageHead
            title="Penalty"
            line={<Money amount={totalOf(penalty)} />}
            chips={isOwed(penalty) && <Chip tone="warn" icon="pi-exclamation-triangle" word="Not paid" />}
            action={backTo(penalty.user)}
          />
          <Card>
            <PenaltyForm record={penalty} onKnown={onKnown} />
          </Card>
        </>
      )}
    </RecordPage>
  );
}
