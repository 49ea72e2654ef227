import { StrictMode, startTransition } from "react";
import { createRoot } from "react-dom/client";
import { createBrowserRouter } from "react-router-dom";
import { App } from "./app/App.tsx";
import { catchFailures } from "./app/catch-failures.ts";
import { expectPages } from "./app/expect-page.ts";
import { basePath } from "./app/paths.ts";
import { routes } from "./app/routes.tsx";
import { keepOperator } from "./features/auth/keep-operator.ts";
import { keepSocket } from "./live/socket.ts";
import { followTabs } from "./state/follow-tabs.ts";
import { store } from "./state/jotai.ts";

catchFailures(store);
followTabs();
keepOperator();
keepSocket();
expectPages();

const start = () => {
  const root = document.getElementById("root");
  if (!root) throw new Error("index.html has no element #root");
  const router = createBrowserRouter(routes, { basename: basePath });
  // Piece by piece, as every page is drawn that the router leads to.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <App router={router} store={store} />
      </StrictMode>,
    ),
  );
};
// A turn of its own, behind that in which all this code has run: on a phone either takes long enough.
const begin = () => setTimeout(start);
if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", begin, { once: true });
else begin();
