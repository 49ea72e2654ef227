import { useEffect, useState } from "react";
import { connectionAtom } from "../state/connection.atoms.ts";
import { useAtomValue } from "../state/jotai.ts";
import { Button } from "../ui/Button.tsx";
import { checkEveryMs, checkServer, reloadOnce } from "./reload.ts";

const words = {
  unreachable: { title: "Opens when the connection is back", line: "This page is not loaded yet. It opens by itself." },
  updated: {
    title: "This page could not be loaded",
    line: "The console was updated since you opened it. Reload to go on.",
  },
  missing: {
    title: "This page could not be loaded",
    line: "The server answers, but without this page. Reload, or tell your administrator.",
  },
} as const;

/** Asks until the server answers; a page that the same server still has then opens by itself. */
function useAnswer(): keyof typeof words {
  const connection = useAtomValue(connectionAtom);
  const [answer, setAnswer] = useState<keyof typeof words>("unreachable");
  // biome-ignore lint/correctness/useExhaustiveDependencies: it checks at once when the connection changes.
  useEffect(() => {
    const ended = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const check = async () => {
      const said = await checkServer(ended.signal);
      if (ended.signal.aborted) return;
      if (said === "unreachable") timer = setTimeout(() => void check(), checkEveryMs);
      else if (said === "updated") setAnswer("updated");
      else if (!reloadOnce()) setAnswer("missing");
    };
    void check();
    return () => {
      ended.abort();
      clearTimeout(timer);
    };
  }, [connection.state]);
  return answer;
}

/** A page whose code could not be fetched. */
export function Unreached() {
  const answer = useAnswer();
  const { title, line } = words[answer];
  return (
    <section className="calm" role="alert">
      <span
        className={`pi ${answer === "unreachable" ? "pi-wifi" : "pi-exclamation-triangle"} calm-sign`}
        aria-hidden="true"
      />
      <h1>{title}</h1>
      <p className="muted">{line}</p>
      {answer !== "unreachable" && (
        <div className="calm-actions">
          <Button kind="primary" onClick={() => window.location.reload()}>
            Reload
          </Button>
        </div>
      )}
    </section>
  );
}
