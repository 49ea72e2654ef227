import type { RegistrationRequest } from "#shared/registration/registration.schema.ts";
import { Key } from "../../recipes/queue/CaseHead.tsx";
import { ActionButton } from "../../ui/ActionButton.tsx";
import { removeWaiting } from "./registration.atoms.ts";

interface DeleteRequestProps {
  request: RegistrationRequest;
  /** Whether it belongs to the case of a queue and has its key; else to a row. */
  inCase?: boolean;
}

/** Confirms first: a request deleted by mistake is back only when the unit sends it again. */
export const DeleteRequest = ({ request, inCase = false }: DeleteRequestProps) => (
  <ActionButton
    kind={inCase ? "plain" : "quiet"}
    small={!inCase}
    danger
    question={{
      title: `Delete the request of ${request.serialNumber}?`,
      body: "It disappears from this list. A unit that is still switched on will ask again.",
      action: "Delete request",
      danger: true,
    }}
    action={() => removeWaiting(request)}
  >
    Delete {inCase && <Key of="D" />}
  </ActionButton>
);
