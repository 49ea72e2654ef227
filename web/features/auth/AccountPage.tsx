import "./account.css";
import { useEffect } from "react";
import { version } from "../../../package.json";
import { useAtomValue, useSetAtom } from "../../state/jotai.ts";
import { tokenAtom } from "../../state/session.atoms.ts";
import { Card, Facts } from "../../ui/Card.tsx";
import { PageHead } from "../../ui/PageHead.tsx";
import { Loadable, Notice } from "../../ui/States.tsx";
import { accountAtom, loadAccountAtom } from "./account.atoms.ts";
import { failedTriesText } from "./failed-tries.ts";
import { LoginList } from "./LoginList.tsx";
import { PasswordForm } from "./PasswordForm.tsx";

/** Who one is, where one is signed in, and the password. */
export function Component() {
  const account = useAtomValue(accountAtom);
  const load = useSetAtom(loadAccountAtom);
  const token = useAtomValue(tokenAtom);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another token is another sign-in, perhaps somebody else's.
  useEffect(() => void load(), [load, token]);
  return (
    <>
      <PageHead title="Account" line="Your own data, and where you are signed in" />
      <Loadable of={account} onRetry={() => void load()}>
        {({ user, hasPassword, failedTries, logins }) => (
          <>
            {failedTries && <Notice>{failedTriesText(failedTries)}</Notice>}
            <div className="columns">
              <div className="account-side">
                <Card title="You">
                  <Facts
                    of={[
                      ["Name", user.name],
                      [
                        "Phone",
                        <span key="phone" className="figures">
                          {user.phone}
                        </span>,
                      ],
                      ["Email", user.email],
                      ["Role", user.role],
                    ]}
                  />
                </Card>
                <PasswordForm
                  key={`${user._id} ${hasPassword}`}
                  hasPassword={hasPassword}
                  hasEmail={user.email !== ""}
                />
              </div>
              <LoginList logins={logins} />
            </div>
            <p className="muted">Cansole {version}</p>
          </>
        )}
      </Loadable>
    </>
  );
}
