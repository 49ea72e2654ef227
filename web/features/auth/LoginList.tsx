import type { LoginView } from "#shared/auth/auth.schema.ts";
import { useSetAtom } from "../../state/jotai.ts";
import { ActionButton } from "../../ui/ActionButton.tsx";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { useConfirm } from "../../ui/dialogs.ts";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { Chip } from "../../ui/StateChip.tsx";
import { endLoginAtom } from "./account.atoms.ts";

function LoginRow({ login }: { login: LoginView }) {
  const end = useSetAtom(endLoginAtom);
  const { _id, device, from, lastUsedAt, isThis } = login;
  return (
    <li className="login-row">
      <span className={`pi ${/Android|iPhone/.test(device) ? "pi-mobile" : "pi-desktop"}`} aria-hidden="true" />
      <div className="login-words">
        <strong>{device}</strong> {isThis && <Chip tone="ok" icon="pi-circle-fill" calm="dot" word="This device" />}
        <p className="muted">
          <span className="figures">{from || "Unknown address"}</span> · used <RelativeTime at={lastUsedAt} />
        </p>
      </div>
      {!isThis && (
        <ActionButton small action={() => end(_id)}>
          End <span className="unseen">{`the sign-in of ${device}`}</span>
        </ActionButton>
      )}
    </li>
  );
}

/** Where one is signed in; each but this one can be ended, or all at once. */
export function LoginList({ logins }: { logins: LoginView[] }) {
  const confirm = useConfirm();
  const end = useSetAtom(endLoginAtom);
  const endOthers = async () => {
    const yes = await confirm({
      title: "End all other sign-ins?",
      body: "Every other device is signed out at once, and counts as new when it signs in again.",
      action: "End all others",
      danger: true,
    });
    if (yes) await end("others");
  };
  return (
    <Card
      title="Where you are signed in"
      action={
        logins.length > 1 && (
          <Button kind="quiet" small danger onClick={() => void endOthers()}>
            End all others
          </Button>
        )
      }
    >
      <ul className="login-list">
        {logins.map((login) => (
          <LoginRow key={login._id} login={login} />
        ))}
      </ul>
    </Card>
  );
}
