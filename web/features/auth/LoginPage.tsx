import "./login.css";
import { useState } from "react";
import { Navigate, useLocation } from "react-router-dom";
import { useAtomValue } from "../../state/jotai.ts";
import { signedInAtom } from "../../state/session.atoms.ts";
import { Button } from "../../ui/Button.tsx";
import { usePageName } from "../../ui/use-page-name.ts";
import { CodeSignIn } from "./CodeSignIn.tsx";
import { MachineFront } from "./MachineFront.tsx";
import { PasswordSignIn } from "./PasswordSignIn.tsx";

/** The page that was requested before signing in, from the login route's state; Home when there was none. */
function requestedFor(state: unknown): string {
  const from = typeof state === "object" && state !== null && "from" in state ? state.from : null;
  return typeof from === "string" && from.startsWith("/") && !from.startsWith("//") ? from : "/";
}

const ways = {
  code: { line: "We send a one-time code to your phone.", other: "Use email and password instead" },
  password: { line: "With the password that an admin gave you.", other: "Use a one-time code instead" },
} as const;

/** Phone and one-time code (specification: Login). A signed-in operator continues to the requested page. */
export function Component() {
  const signedIn = useAtomValue(signedInAtom);
  const { state } = useLocation();
  usePageName("Log In");
  const [way, setWay] = useState<keyof typeof ways>("code");
  if (signedIn) return <Navigate to={requestedFor(state)} replace />;
  return (
    <div className="sign-in">
      <MachineFront />
      <section className="sign-in-card">
        <header>
          <h1>Log in to Cansole</h1>
          <p className="muted">{ways[way].line}</p>
        </header>
        {way === "code" ? <CodeSignIn /> : <PasswordSignIn />}
        <footer>
          <Button kind="quiet" small onClick={() => setWay(way === "code" ? "password" : "code")}>
            {ways[way].other}
          </Button>
        </footer>
      </section>
    </div>
  );
}
