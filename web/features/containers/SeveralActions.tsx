import { useState } from "react";
import type { Container } from "#shared/containers/container.schema.ts";
import type { BrandEntry } from "#shared/profiles/profile.schema.ts";
import type { Edited } from "../../http/save-edit.ts";
import { askBeforeClosing } from "../../recipes/bulk/bulk-runs.ts";
import { addAlertAtom } from "../../state/alerts.atoms.ts";
import { useStore } from "../../state/jotai.ts";
import { tokenAtom } from "../../state/session.atoms.ts";
import { Button } from "../../ui/Button.tsx";
import { countText } from "../../ui/count-text.ts";
import { SelectField } from "../../ui/form/SelectField.tsx";
import { listedLabels } from "../../ui/session-words.ts";
import { useAction } from "../../ui/use-action.ts";
import { useIsHere } from "../../ui/use-is-here.ts";
import { type Action, doAction, isWorthwhile } from "./actions.ts";
import { doForSeveral, type SeveralEnd } from "./do-for-several.ts";

const countFailed = (failed: SeveralEnd["failed"]) => failed.reduce((sum, { labels }) => sum + labels.length, 0);
const failedText = ({ why, labels }: SeveralEnd["failed"][number]) =>
  `${labels.length === 1 ? "Container" : "Containers"} ${listedLabels(labels)}: ${why}.`;
/** "Disabled: 5 containers done, 1 not. Container 1: somebody else changed it first." */
const endText = (action: string, { done, failed }: SeveralEnd): string =>
  [
    `${action}: ${countText(done.length, "container")} done${failed.length > 0 ? `, ${countFailed(failed)} not` : ""}.`,
    ...failed.map(failedText),
  ].join(" ");
/** As of a run over a list. */
const announcedMs = 6_000;
const otherSignIn: Edited<Container> = { is: "refused", error: "another sign-in began", taken: false };

function Ends({ of: { done, failed, left }, action }: { of: SeveralEnd; action: string }) {
  return (
    <div className="several-ends" role="status">
      <p>
        <strong>{action}</strong>: {countText(done.length, "container")} done
        {failed.length > 0 && `, ${countFailed(failed)} not`}
        {left.length > 0 && `, ${left.length} left as they are`}.
      </p>
      {failed.map((one) => (
        <p key={one.why} className="several-failed">
          {failedText(one)}
        </p>
      ))}
      {left.length > 0 && <p className="muted">Left: {listedLabels(left)}. Not allowed now, or already done.</p>}
    </div>
  );
}

interface SeveralActionsProps {
  chosen: readonly Container[];
  offered: readonly BrandEntry[] | undefined;
  onChanged: (incoming: Container) => void;
}

/** What may be done to several containers at once; each as if it were done alone, and each with its result. */
export function SeveralActions({ chosen, offered = [], onChanged }: SeveralActionsProps) {
  const [product, setProduct] = useState<string | null>(null);
  const [end, setEnd] = useState<{ action: string; of: SeveralEnd } | null>(null);
  const { doing, during } = useAction<string>();
  const store = useStore();
  const isHere = useIsHere();
  const entry = offered.find((one) => one.product === product);

  const actions: [words: string, action: Action | null, whyNone: string][] = [
    [
      "Set product",
      entry ? { do: "set product", product: entry.product, brand: entry.brand } : null,
      entry ? "Needs an empty, working container with another product" : "Choose a product first",
    ],
    ["Mark filled", { do: "add to stock" }, "Needs a working, free, empty container with a product"],
    ["Mark empty", { do: "mark empty" }, "Needs a working, free, filled container"],
    ["Working", { do: "set working", isWorking: true }, "Needs a container that is out of order and not reserved"],
    ["Disabled", { do: "set working", isWorking: false }, "Needs a working container that is not reserved"],
    ["Remove product", { do: "remove product" }, "Needs a working, empty container with a product"],
  ];
  const start = async (words: string, action: Action) => {
    setEnd(null);
    const begunWith = store.get(tokenAtom);
    // If another operator signs in meanwhile, in another tab for example, the rest is not done in their name.
    const one = async (seen: Container, what: Action) =>
      store.get(tokenAtom) === begunWith ? doAction(seen, what, { quiet: true }) : otherSignIn;
    const run = () => askBeforeClosing(() => doForSeveral(chosen, action, one, onChanged));
    const of = await during(words, run);
    if (!of) return;
    if (isHere()) return setEnd({ action: words, of });
    if (store.get(tokenAtom) !== begunWith) return;
    // Other tiles were chosen, or the page was left: it is said where the operator is.
    const kind = of.failed.length > 0 ? "danger" : "success";
    store.set(addAlertAtom, { kind, text: endText(words, of), ms: announcedMs });
  };
  const buttonOf = ([words, action, whyNone]: (typeof actions)[number]) => {
    const count = action ? chosen.filter((container) => isWorthwhile(container, action)).length : 0;
    const why = count === 0 ? whyNone : null;
    return (
      <Button
        key={words}
        working={doing === words}
        whyNot={doing !== null ? `${doing} is under way` : why}
        onClick={() => action && void start(words, action)}
      >
        {words} <span className="count">{count}</span>
      </Button>
    );
  };
  const [setting, ...others] = actions;
  return (
    <div className="several">
      <p className="muted figures">Containers {listedLabels(chosen.map(({ containerId }) => containerId))}</p>
      <div className="several-product">
        <SelectField
          label="Product"
          value={product}
          options={offered.map((one) => ({ value: one.product, label: one.brand }))}
          placeholder="Choose a product"
          emptyText="The profile has no product"
          onChange={setProduct}
        />
        {setting && buttonOf(setting)}
      </div>
      <div className="actions">{others.map(buttonOf)}</div>
      {end && <Ends of={end.of} action={end.action} />}
    </div>
  );
}
