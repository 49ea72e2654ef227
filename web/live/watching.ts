const everyMs = 60_000;

/**
 * Tells the gateway, at most once a minute, that somebody can see the console: a login in use does not end as idle.
 * Whoever only watches a screen touches nothing for hours and is at work all the same.
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
