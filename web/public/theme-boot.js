// Runs before the first paint, so that the page never shows the wrong theme. A file of its own, because the content
// security policy forbids inline scripts. The client's theme switch (web/app/ThemeSwitch.tsx) writes the same key.
// Zod, too, would try whether it may write code (new Function), which that policy forbids and browsers report.
globalThis.__zod_globalConfig = { jitless: true };
(() => {
  const root = document.documentElement;
  try {
    const theme = localStorage.getItem("theme");
    if (theme === "light" || theme === "dark") root.dataset.theme = theme;
    if (localStorage.getItem("token")) root.dataset.signedIn = "";
    if (localStorage.getItem("nav") === "folded") root.dataset.nav = "folded";
  } catch {
    // Storage may be forbidden; the system's theme is used.
  }
})();
