import type { RegisteredUnit } from "#shared/registration/registration.schema.ts";
import { useWhyOnlyAdmin } from "../../records/own-deeds.ts";
import { useSetAtom } from "../../state/jotai.ts";
import { Button } from "../../ui/Button.tsx";
import { useConfirm } from "../../ui/dialogs.ts";
import { useAtOnce, WentBack } from "../../ui/use-at-once.tsx";
import { useDeed } from "../../ui/use-deed.ts";
import {
  changeUnitAtom,
  type FreshSecret,
  knowUnitAtom,
  removeUnitAtom,
  renewSecretAtom,
} from "./registration.atoms.ts";

interface DeedProps {
  unit: RegisteredUnit;
  small?: boolean;
}

/** Authorize or Unauthorize: an unauthorised unit is disconnected at once and refused from then on. */
export function PermissionToggle({ unit, small }: DeedProps) {
  const { _id, authorised, rev } = unit;
  const change = useSetAtom(changeUnitAtom);
  const { atOnce, wentBack } = useAtOnce(useSetAtom(knowUnitAtom));
  const { doing, during } = useDeed<"toggle">();
  const wish = {
    change: { _id, authorised: !authorised },
    rev,
    isUntouched: (present: RegisteredUnit) => present.authorised === authorised,
    notice: "Successful",
  };
  const toggle = () => atOnce(unit, { ...unit, authorised: !authorised }, () => during("toggle", () => change(wish)));
  return (
    <span className="goes-back">
      <Button kind={small ? "quiet" : "plain"} small={small} working={doing !== null} onClick={() => void toggle()}>
        {authorised ? "Unauthorize" : "Authorize"}
      </Button>
      <WentBack times={wentBack} />
    </span>
  );
}

/** Deletes the registration, after asking. */
export function DeleteUnit({ unit, small, onGone }: DeedProps & { onGone?: () => void }) {
  const confirm = useConfirm();
  const remove = useSetAtom(removeUnitAtom);
  const ask = async () => {
    const machine = unit.vendingMachineId ? ` ${unit.vendingMachineId} is then without a control unit.` : "";
    const yes = await confirm({
      title: `Delete ${unit.serialNumber}?`,
      body: `The unit is disconnected at once and can no longer sign in.${machine}`,
      action: "Delete registration",
      danger: true,
    });
    if (yes && (await remove(unit))) onGone?.();
  };
  return (
    <Button kind={small ? "quiet" : "plain"} small={small} danger onClick={() => void ask()}>
      Delete
    </Button>
  );
}

/** Gives the unit another secret, after asking. */
export function NewSecret({ unit, onSecret }: DeedProps & { onSecret: (fresh: FreshSecret) => void }) {
  const confirm = useConfirm();
  const renew = useSetAtom(renewSecretAtom);
  const ask = async () => {
    const yes = await confirm({
      title: `Give ${unit.serialNumber} a new secret?`,
      body: unit.fingerprint
        ? `Its present secret ends at once. The unit with the key ${unit.fingerprint} fetches the new one by itself within 24 hours.`
        : "Its present secret ends at once. The unit has no key, so the new one is not sent: it is shown once, to be typed in by hand.",
      action: "New Secret",
    });
    const renewed = yes ? await renew(unit._id) : null;
    if (!renewed) return;
    const { serialNumber, fingerprint } = renewed.vendingMachine;
    onSecret({ serialNumber, fingerprint, secret: renewed.secret });
  };
  const whyNot = useWhyOnlyAdmin("unit-secrets");
  return (
    <Button whyNot={whyNot} onClick={() => void ask()}>
      New Secret
    </Button>
  );
}
