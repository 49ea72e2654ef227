import { parseContainerList } from "#shared/control-units/control-unit.rules.ts";
import type { TestMachine } from "#shared/control-units/control-unit.schema.ts";

/** What stands on top of the panel: which machine, which product, which session. */
export interface Chosen {
  machine: TestMachine | null;
  /** The product's id. */
  product: string | null;
  session: string | null;
}

/** The texts of specification: Checks of the test panel. */
export const checkErrors = {
  product: "select Vending Machine and Product",
  verify: "select Vending Machine and Product / Session Not found",
  lockStatus: "Select Lock Status",
  operationType: "Select Operation Type",
  session: "select Vending Machine / Session Not found",
  machine: "Select Vending Machine",
} as const;

/** The brand under which deposits are booked; no can of it can be tested. */
const depositBrand = "DEPOSIT";

/** The products that the machine's profile offers for a test, by brand. */
export const testProducts = ({ brands }: TestMachine): { value: string; label: string }[] =>
  brands
    .filter(({ brand }) => brand !== depositBrand)
    .map(({ brand, product }) => ({ value: product, label: brand }))
    .sort((a, b) => a.label.localeCompare(b.label));

/**
 * The product of a test that nobody chose: that of the picked containers where they are all for the same one, before any
 * is picked that of the session that is shown.
 */
export const impliedProduct = (
  products: ReadonlyMap<string, string | null>,
  picked: ReadonlySet<string>,
  ofSession: string | null,
): string | null => {
  if (picked.size === 0) return ofSession;
  const [product, ...others] = new Set([...picked].map((label) => products.get(label.trim()) ?? null));
  return others.length === 0 ? (product ?? null) : null;
};

/** The machine to command and the containers that it is about, or what keeps it from being sent. */
export const containerCheck = (
  { machine, product }: Chosen,
  text: string,
  all: readonly string[] | null,
): { machine: TestMachine; product: string; labels: string[] } | { error: string; about: "choice" | "list" } => {
  if (!machine || !product) return { error: checkErrors.product, about: "choice" };
  // All may be any number; what is typed may not.
  if (all && all.length > 0) return { machine, product, labels: [...all] };
  const parsed = parseContainerList(text);
  return "error" in parsed ? { ...parsed, about: "list" } : { machine, product, ...parsed };
};

/** "1, 2 and 3". */
const listed = (words: readonly string[]): string =>
  words.length > 1 ? `${words.slice(0, -1).join(", ")} and ${words.at(-1)}` : (words[0] ?? "");

/** What is still missing for the page's actions, in one sentence, before any is pressed; null when nothing is. */
export const missingSentence = ({ machine, product, session }: Chosen, hasContainers: boolean): string | null => {
  const missing = [
    machine === null ? ["a vending machine"] : [],
    product === null ? ["a product"] : [],
    hasContainers ? [] : ["containers"],
  ].flat();
  if (missing.length > 0) return `Choose ${listed(missing)} to open or check doors.`;
  return session === null ? "Verify Lock Close and Send Feedback need a session: open or check doors first." : null;
};

/** More labels than these are counted. */
const mostNamed = 4;

/** What the button opens, once that is known: "Open 3 and 4". */
export const openWords = (text: string, all: readonly string[] | null): string | null => {
  const parsed = all && all.length > 0 ? { labels: all } : parseContainerList(text);
  if ("error" in parsed) return null;
  const { labels } = parsed;
  return `Open ${labels.length > mostNamed ? `${labels.length.toLocaleString("en-IN")} containers` : listed(labels)}`;
};

/** The session whose doors are queried whether they were closed. */
export const verifyCheck = ({
  machine,
  product,
  session,
}: Chosen): { machine: TestMachine; product: string; session: string } | { error: string } =>
  machine && product && session ? { machine, product, session } : { error: checkErrors.verify };

/** A technician's feedback on a test, ready to be sent. */
export const feedbackCheck = <L extends string, O extends string>(
  { machine, session }: Chosen,
  lockFailedTo: L | null,
  operationType: O | null,
): { vendingMachineId: string; id: string; lockFailedTo: L; operationType: O } | { error: string } => {
  if (!lockFailedTo) return { error: checkErrors.lockStatus };
  if (!operationType) return { error: checkErrors.operationType };
  if (!machine || !session) return { error: checkErrors.session };
  return { vendingMachineId: machine.vendingMachineId, id: session, lockFailedTo, operationType };
};

/** A day of a date field (yyyy-mm-dd) as the reports take it: year/month/day. */
export const sentDay = (day: string): string => day.replaceAll("-", "/");
