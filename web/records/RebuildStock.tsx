import { rebuildStock } from "#shared/inventory/inventory.api.ts";
import { whyOnlyAdmin } from "#shared/users/user.rules.ts";
import { call } from "../http/call.ts";
import { useAtomValue } from "../state/jotai.ts";
import { operatorAtom } from "../state/session.atoms.ts";
import { Button } from "../ui/Button.tsx";
import { useDeed } from "../ui/use-deed.ts";

interface RebuildProps {
  vendingMachine: string;
  /** Of several buttons beside each other: whose it is. */
  name?: string;
  onDone: () => void;
}

/** Computes what Redis holds of a machine anew, from its containers. Nothing is lost by it, so nothing is asked. */
export function RebuildStock({ vendingMachine, name, onDone }: RebuildProps) {
  const operator = useAtomValue(operatorAtom);
  const { doing, during } = useDeed<"rebuild">();
  const rebuild = async () => {
    await call(rebuildStock, { body: { vendingMachine } });
    onDone();
  };
  return (
    <Button
      small
      working={doing !== null}
      whyNot={operator && whyOnlyAdmin(operator.role, "stock-rebuild")}
      onClick={() => void during("rebuild", rebuild)}
    >
      Rebuild stock {name && <span className="unseen">{`of ${name}`}</span>}
    </Button>
  );
}
