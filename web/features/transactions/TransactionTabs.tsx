import { useSearchParams } from "react-router-dom";
import { Tabs } from "../../ui/Tabs.tsx";

const tabs = [
  { id: "all", words: "All transactions" },
  { id: "needs-action", words: "Needs action" },
] as const;
type View = (typeof tabs)[number]["id"];

/** The part of the page in the address (`?view=needs-action`). */
export const useTransactionView = (): View => {
  const [params] = useSearchParams();
  return params.get("view") === "needs-action" ? "needs-action" : "all";
};

export function TransactionTabs() {
  return <Tabs label="Transactions" name="view" tabs={tabs} present={useTransactionView()} />;
}
