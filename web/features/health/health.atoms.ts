import { readInstallation } from "#shared/health/health.api.ts";
import type { CallReply } from "#shared/http/endpoint.ts";
import { call } from "../../http/call.ts";
import { atom } from "../../state/jotai.ts";
import { loadOfToken } from "../../state/load-of-token.ts";
import { tokenAtom } from "../../state/session.atoms.ts";

export type Installation = Pick<CallReply<typeof readInstallation>, "at" | "lines" | "processes">;
const shownAtom = loadOfToken<Installation>();

/** The figures as they were read last. Nobody publishes them: the page reads them again while it is open. */
export const installationAtom = atom((get) => get(shownAtom));

export const loadInstallationAtom = atom(null, async (get, set) => {
  const token = get(tokenAtom);
  const outcome = await call(readInstallation, {}, { quiet: true });
  if (get(tokenAtom) !== token) return;
  if (outcome.is === "done") set(shownAtom, { state: "ready", data: outcome.reply });
  else set(shownAtom, { state: "failed", error: outcome.error, data: get(shownAtom).data });
});
