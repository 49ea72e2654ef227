import "./health.css";
import { useEffect } from "react";
import { readInstallation } from "#shared/health/health.api.ts";
import type { HealthLine, HealthState } from "#shared/health/health.schema.ts";
import type { CallReply } from "#shared/http/endpoint.ts";
import { whyOnlyAdmin } from "#shared/users/user.rules.ts";
import { loadByToken } from "../../http/load-by-token.ts";
import { atom, useAtomValue, useSetAtom } from "../../state/jotai.ts";
import { mapLoad } from "../../state/load.ts";
import { operatorAtom, tokenAtom } from "../../state/session.atoms.ts";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { comingText } from "../../ui/coming-text.ts";
import { PageHead } from "../../ui/PageHead.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { Chip, type ChipTone } from "../../ui/StateChip.tsx";
import { Empty, Loadable } from "../../ui/States.tsx";
import { TableCard } from "../../ui/TableCard.tsx";
import { DayLine } from "./DayLine.tsx";
import { processColumns } from "./health-columns.tsx";

type Installation = Pick<CallReply<typeof readInstallation>, "at" | "lines" | "processes">;
const { shownAtom, loadAtom } = loadByToken(readInstallation, (installation): Installation => installation, {
  quiet: true,
});

/** The figures as they were read last. Nobody publishes them: the page reads them again while it is open. */
const installationAtom = atom((get) => get(shownAtom));

const loadInstallationAtom = loadAtom;

const refreshMs = 10_000;
const looks: Record<HealthState, { tone: ChipTone; icon: string; word: string; calm?: "dot" }> = {
  ok: { tone: "ok", icon: "pi-circle-fill", word: "Green", calm: "dot" },
  warn: { tone: "warn", icon: "pi-exclamation-triangle", word: "Amber" },
  bad: { tone: "danger", icon: "pi-times-circle", word: "Red" },
  unknown: { tone: "quiet", icon: "pi-question-circle", word: "Not known" },
};

/** No line breaks between a figure and its unit. */
const withUnits = (text: string) => text.replace(/(\d) (?=\S)/g, "$1\u00a0");

function Line({ line }: { line: HealthLine }) {
  const { title, state, words, bound, knownAt, lastDay } = line;
  return (
    <li className="health-line">
      <span className="health-title">{title}</span>
      <Chip {...looks[state]} />
      <span className="health-words">
        {words}
        {knownAt && (
          <>
            {" "}
            <RelativeTime at={knownAt} />
          </>
        )}
      </span>
      <span className="health-bound muted">{bound && withUnits(bound)}</span>
      <DayLine of={lastDay} label={`${title}, the last 24 hours`} />
    </li>
  );
}

const lineOf = (lines: readonly HealthLine[]): string => {
  const of = (state: HealthState) => lines.filter((line) => line.state === state).length;
  const parts = [`${of("bad")} red`, `${of("warn")} amber`, `${of("ok")} green`];
  return [...parts, ...(of("unknown") > 0 ? [`${of("unknown")} not known`] : [])].join(", ");
};

function Installation() {
  const load = useAtomValue(installationAtom);
  const reload = useSetAtom(loadInstallationAtom);
  const token = useAtomValue(tokenAtom);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another token is another sign-in, perhaps somebody else's.
  useEffect(() => {
    void reload();
    const timer = setInterval(() => {
      if (!document.hidden) void reload();
    }, refreshMs);
    return () => clearInterval(timer);
  }, [reload, token]);
  return (
    <>
      <PageHead
        title="Health"
        line={load.data ? lineOf(load.data.lines) : comingText(load, "the figures")}
        action={
          <Button icon="pi-refresh" onClick={() => void reload()}>
            Reload
          </Button>
        }
      />
      <Loadable of={load} onRetry={() => void reload()}>
        {({ lines }) => (
          <div className="health-groups">
            {[...new Set(lines.map(({ group }) => group))].map((group) => (
              <Card key={group} title={group}>
                <ul className="health-lines">
                  {lines
                    .filter((line) => line.group === group)
                    .map((line) => (
                      <Line key={line.id} line={line} />
                    ))}
                </ul>
              </Card>
            ))}
          </div>
        )}
      </Loadable>
      {load.data && (
        <TableCard
          title="Each process"
          label="Processes"
          columns={processColumns}
          of={mapLoad(load, ({ processes }) => processes)}
          things={["process", "processes"]}
          empty={<Empty title="No process has reported itself" icon="pi-heart" />}
        />
      )}
    </>
  );
}

/** How the installation itself is: processes, stores, queues and messages, each with its bounds and its last day. */
export function Component() {
  const operator = useAtomValue(operatorAtom);
  const why = operator && whyOnlyAdmin(operator.role, "health");
  if (!why) return operator && <Installation key={operator._id} />;
  return (
    <>
      <PageHead title="Health" />
      <Empty title={why} icon="pi-lock" />
    </>
  );
}
