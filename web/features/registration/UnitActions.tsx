import { renewSecret } from "#shared/registration/registration.api.ts";
import type { RegisteredUnit } from "#shared/registration/registration.schema.ts";
import { call } from "../../http/call.ts";
import { useWhyOnlyAdmin } from "../../records/own-actions.ts";
import { ActionButton } from "../../ui/ActionButton.tsx";
import { Button } from "../../ui/Button.tsx";
import { useAction } from "../../ui/use-action.ts";
import { useAtOnce, WentBack } from "../../ui/use-at-once.tsx";
import { changeUnit, type FreshSecret, knowUnit, removeUnit } from "./registration.atoms.ts";

interface ActionProps {
  unit: RegisteredUnit;
  small?: boolean;
}

/** Authorize or Unauthorize: an unauthorised unit is disconnected at once and refused from then on. */
export function PermissionToggle({ unit, small }: ActionProps) {
  const { _id, authorised, rev } = unit;
  const { atOnce, wentBack } = useAtOnce(knowUnit);
  const { doing, during } = useAction<"toggle">();
  const input = {
    change: { _id, authorised: !authorised },
    rev,
    isUntouched: (present: RegisteredUnit) => present.authorised === authorised,
    notice: "Successful",
  };
  const toggle = () =>
    atOnce(unit, { ...unit, authorised: !authorised }, () => during("toggle", () => changeUnit(input)));
  return (
    <span className="goes-back">
      <Button kind={small ? "quiet" : "plain"} small={small} working={doing !== null} onClick={() => void toggle()}>
        {authorised ? "Unauthorize" : "Authorize"}
      </Button>
      <WentBack times={wentBack} />
    </span>
  );
}

/** Deletes the registration, after confirmation. */
export function DeleteUnit({ unit, small, onGone }: ActionProps & { onGone?: () => void }) {
  const machine = unit.vendingMachineId ? ` ${unit.vendingMachineId} is then without a control unit.` : "";
  const question = {
    title: `Delete ${unit.serialNumber}?`,
    body: `The unit is disconnected at once and can no longer sign in.${machine}`,
    action: "Delete registration",
    danger: true,
  };
  const remove = async () => {
    if ((await removeUnit(unit)).is === "done") onGone?.();
  };
  return (
    <ActionButton kind={small ? "quiet" : "plain"} small={small} danger question={question} action={remove}>
      Delete
    </ActionButton>
  );
}

/** Gives the unit another secret, after confirmation. */
export function NewSecret({ unit, onSecret }: ActionProps & { onSecret: (fresh: FreshSecret) => void }) {
  const whyNot = useWhyOnlyAdmin("unit-secrets");
  const question = {
    title: `Give ${unit.serialNumber} a new secret?`,
    body: unit.fingerprint
      ? `Its present secret ends at once. The unit with the key ${unit.fingerprint} fetches the new one by itself within 24 hours.`
      : "Its present secret ends at once. The unit has no key, so the new one is not sent: it is shown once, to be typed in by hand.",
    action: "New Secret",
  };
  const renew = async () => {
    const outcome = await call(renewSecret, { body: { _id: unit._id } });
    if (outcome.is === "done") onSecret({ ...outcome.reply.vendingMachine, secret: outcome.reply.secret });
  };
  return (
    <ActionButton whyNot={whyNot} question={question} action={renew}>
      New Secret
    </ActionButton>
  );
}
