import { useMemo } from "react";
import { profilesAtom } from "../../records/profiles.atoms.ts";
import { useAtomValue } from "../../state/jotai.ts";
import type { Binding } from "../../ui/form/form-types.ts";
import { SelectField } from "../../ui/form/SelectField.tsx";

/** The product profile selector; what it offers follows the profiles. */
export function ProfileSelect(props: Binding<string | null> & { quietLabel?: boolean; hint?: string }) {
  const load = useAtomValue(profilesAtom);
  const options = useMemo(() => (load.data ?? []).map(({ _id, name }) => ({ value: _id, label: name })), [load.data]);
  return (
    <SelectField
      {...props}
      options={options}
      loading={load.state === "loading"}
      placeholder="Choose a product profile"
      emptyText={load.state === "failed" ? load.error : "There is no product profile yet"}
    />
  );
}
