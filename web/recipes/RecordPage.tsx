import { type ReactNode, useCallback, useMemo } from "react";
import { useParams } from "react-router-dom";
import type { LiveAction } from "../live/live.atom.ts";
import { newer } from "../live/records.ts";
import { useAtom, type WritableAtom } from "../state/jotai.ts";
import type { Load } from "../state/load.ts";
import { ButtonLink } from "../ui/Button.tsx";
import { Card } from "../ui/Card.tsx";
import { PageHead } from "../ui/PageHead.tsx";
import { Empty, Loadable } from "../ui/States.tsx";

interface Recorded {
  _id: string;
  rev: number;
}

/** What a record's page hands to its parts. */
export interface Shown<R> {
  record: R;
  /** A reply is shown at once, before its event comes. */
  onKnown: (incoming: R) => void;
}

interface RecordPageProps<R extends Recorded> {
  /** The record, true to the moment; null once it was removed. */
  atomOf: (id: string) => WritableAtom<Load<R | null>, [LiveAction<R | null>], void>;
  /** The record's definition. */
  of: { words: { removed: string } };
  /** The way back to the others. */
  back: { to: string; words: string };
  /** What stands at the address `new`, where records are added by a page of their own. */
  adding?: { title: string; line: ReactNode; form: ReactNode; action?: ReactNode } | null;
  children: (shown: Shown<R>) => ReactNode;
}

function Existing<R extends Recorded>({ id, ...props }: RecordPageProps<R> & { id: string }) {
  const { atomOf, of, back, children } = props;
  const [load, send] = useAtom(useMemo(() => atomOf(id), [atomOf, id]));
  const onKnown = useCallback(
    (incoming: R) => send({ do: "update", change: (known) => newer(known, incoming) }),
    [send],
  );
  const toOthers = <ButtonLink to={back.to}>{back.words}</ButtonLink>;
  return (
    <Loadable ofPage of={load} onRetry={() => send({ do: "retry" })} back={toOthers}>
      {(record) =>
        record ? (
          children({ record, onKnown })
        ) : (
          <Empty ofPage title={of.words.removed} action={toOthers}>
            Somebody removed it while you were looking.
          </Empty>
        )
      }
    </Loadable>
  );
}

/** The page of one record at `/:id`, and of a new one at `/new`. See web/recipes/README.md. */
export function RecordPage<R extends Recorded>(props: RecordPageProps<R>) {
  const { id = "" } = useParams();
  const { adding } = props;
  if (!adding || id.toLowerCase() !== "new") return <Existing key={id} id={id} {...props} />;
  return (
    <>
      <PageHead title={adding.title} line={adding.line} action={adding.action} />
      <Card>{adding.form}</Card>
    </>
  );
}
