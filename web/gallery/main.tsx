// Every part in every state, for whoever changes the look. Only the development server serves it; it is not built.
import { createRoot } from "react-dom/client";
import { createMemoryRouter, Outlet } from "react-router-dom";
import { App } from "../app/App.tsx";
import { routes } from "../app/routes.tsx";
import { connectionAtom } from "../state/connection.atoms.ts";
import { store } from "../state/jotai.ts";
import { operatorAtom, tokenAtom } from "../state/session.atoms.ts";
import { ControlsGallery } from "./ControlsGallery.tsx";
import { PartsGallery } from "./PartsGallery.tsx";

const requested = new URLSearchParams(window.location.search).get("show");
const shown = requested === "controls" ? <ControlsGallery /> : <PartsGallery />;

store.set(tokenAtom, "gallery");
store.set(operatorAtom, { _id: "0".repeat(24), name: "Asha Raman", phone: "9876543210", email: "", role: "admin" });
store.set(connectionAtom, { state: "live", since: Date.now() });

const [root] = routes;
if (!root?.element) throw new Error("The root route has no element");
const router = createMemoryRouter(
  [
    {
      element: root.element,
      children: [{ element: <Outlet />, children: [{ path: "*", handle: { page: "liveStatus" }, element: shown }] }],
    },
  ],
  { initialEntries: ["/live-status"] },
);
const home = document.getElementById("root");
if (home) createRoot(home).render(<App router={router} store={store} />);
