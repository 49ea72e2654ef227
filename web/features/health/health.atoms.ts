import { readInstallation } from "#shared/health/health.api.ts";
import type { CallReply } from "#shared/http/endpoint.ts";
import { loadByToken } from "../../http/load-by-token.ts";
import { atom } from "../../state/jotai.ts";

export type Installation = Pick<CallReply<typeof readInstallation>, "at" | "lines" | "processes">;
const { shownAtom, loadAtom } = loadByToken(readInstallation, (installation): Installation => installation, {
  quiet: true,
});

/** The figures as they were read last. Nobody publishes them: the page reads them again while it is open. */
export const installationAtom = atom((get) => get(shownAtom));

export const loadInstallationAtom = loadAtom;
