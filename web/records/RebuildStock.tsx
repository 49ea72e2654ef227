import { rebuildStock } from "#shared/inventory/inventory.api.ts";
import { call } from "../http/call.ts";
import { ActionButton } from "../ui/ActionButton.tsx";
import { useWhyOnlyAdmin } from "./own-actions.ts";

interface RebuildProps {
  vendingMachine: string;
  /** If several buttons stand beside each other: whose stock it is. */
  name?: string;
  onDone: () => void;
}

/**
 * Computes a machine's stock in Redis anew, from its containers. Nothing is lost by it, so it needs no confirmation.
 */
export function RebuildStock({ vendingMachine, name, onDone }: RebuildProps) {
  const whyNot = useWhyOnlyAdmin("stock-rebuild");
  const rebuild = async () => {
    await call(rebuildStock, { body: { vendingMachine } });
    onDone();
  };
  return (
    <ActionButton small whyNot={whyNot} action={rebuild}>
      Rebuild stock {name && <span className="unseen">{`of ${name}`}</span>}
    </ActionButton>
  );
}
