const everyMs = 60_000;

/**
 * Notifies the gateway, at most once a minute, that somebody can see the console: a login in use does not end as idle.
 * An operator may watch a screen for hours without touching anything.
 */
export const keepWatching = (publish: () => void): (() => void) => {
  const look = () => {
    if (document.visibilityState === "visible") publish();
  };
  const timer = setInterval(look, everyMs);
  document.addEventListener("visibilitychange", look);
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", look);
  };
};
