import { basePath } from "./paths.ts";

/** How often a server that does not answer is checked again, and how soon no second reload is begun by itself. */
export const checkEveryMs = 2_000;
const secondReloadMs = 60_000;

type Answer = "unreachable" | "updated" | "same";

/** The served list of the console's files names the file of this code until the console is updated. */
export const checkServer = async (signal: AbortSignal): Promise<Answer> => {
  try {
    const answer = await fetch(`${basePath}/boot.js`, { cache: "no-store", signal });
    if (!answer.ok) return "unreachable";
    const own = import.meta.url.split("/").at(-1) ?? "";
    return (await answer.text()).includes(own) ? "same" : "updated";
  } catch {
    return "unreachable";
  }
};

const key = "reloadedAt";
/** The browser and the router remember that code could not be fetched: only a reload makes them try again. */
export const reloadOnce = (): boolean => {
  try {
    const at = Number(sessionStorage.getItem(key) ?? 0);
    if (Date.now() - at < secondReloadMs) return false;
    sessionStorage.setItem(key, String(Date.now()));
  } catch {
    // Where storage is forbidden nobody would know of the first.
    return false;
  }
  window.location.reload();
  return true;
};
