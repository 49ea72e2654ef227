import { useEffect, useState } from "react";
import { type AdminAction, whyOnlyAdmin } from "#shared/users/user.rules.ts";
import { useAtomValue, useSetAtom } from "../../state/jotai.ts";
import { operatorAtom, tokenAtom } from "../../state/session.atoms.ts";
import { PageHead } from "../../ui/PageHead.tsx";
import { ShownOnce } from "../../ui/ShownOnce.tsx";
import { Empty } from "../../ui/States.tsx";
import { ApiKeysTable } from "./ApiKeysTable.tsx";
import { apiKeysAtom, type FreshKey, loadApiKeysAtom } from "./api-keys.atoms.ts";
import { NewKeyForm } from "./NewKeyForm.tsx";

const action: AdminAction = "api-keys";

/** Keys with which the customers' app orders: who has one, when it was used last, and its end. */
function Keys() {
  const load = useAtomValue(apiKeysAtom);
  const reload = useSetAtom(loadApiKeysAtom);
  const token = useAtomValue(tokenAtom);
  const [fresh, setFresh] = useState<FreshKey | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another token is another sign-in, perhaps somebody else's.
  useEffect(() => void reload(), [reload, token]);
  return (
    <>
      {fresh && (
        <ShownOnce
          key={fresh.key}
          label={`Key of ${fresh.name}`}
          title={`The key of ${fresh.name} is shown only now`}
          words="Copy it to where the customers' app keeps its secrets; it is sent as X-Api-Key. If it is lost, end it and create another."
          secret={fresh.key}
          thing="key"
          onDone={() => setFresh(null)}
        />
      )}
      <ApiKeysTable of={load} onRetry={() => void reload()} />
      <NewKeyForm onMade={setFresh} />
    </>
  );
}

export function Component() {
  const operator = useAtomValue(operatorAtom);
  const why = operator && whyOnlyAdmin(operator.role, action);
  return (
    <>
      <PageHead title="API Keys" line="The customers' app shows one of them with each order" />
      {why ? <Empty title={why} icon="pi-lock" /> : operator && <Keys key={operator._id} />}
    </>
  );
}
