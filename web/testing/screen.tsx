import { render } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { createMemoryRouter, type RouteObject } from "react-router-dom";
import { App } from "../app/App.tsx";
import { Proof } from "../app/Proof.tsx";
import { createStore, type Store } from "../state/jotai.ts";
import { Alerts } from "../ui/Alerts.tsx";
import { Dialogs } from "../ui/Dialogs.tsx";
import { LeaveGuard } from "../ui/form/LeaveGuard.tsx";

interface ScreenOptions {
  /** The address, search included. */
  at?: string;
  /** The path's pattern, where the page reads parameters from it. */
  path?: string;
  store?: Store;
  /** Other routes, to see where the page leads. */
  routes?: RouteObject[];
}

/**
 * One page with everything that stands around every page (alerts, dialogs, the question who it is, the guard of changed forms), in a fresh store.
 * Any other address shows "elsewhere".
 */
export function showPage(
  page: ReactNode,
  { at = "/", path = "/", store = createStore(), routes = [] }: ScreenOptions = {},
) {
  const around = (
    <>
      {page}
      <Dialogs />
      <Proof />
      <LeaveGuard />
      <Alerts />
    </>
  );
  const router = createMemoryRouter([{ path, element: around }, ...routes, { path: "*", element: <p>elsewhere</p> }], {
    initialEntries: [at],
  });
  const drawn = render(<App router={router} store={store} />);
  const address = () => `${router.state.location.pathname}${router.state.location.search}`;
  return { ...drawn, router, store, address, user: userEvent.setup() };
}

/** The whole client at an address, as main.tsx starts it, in a fresh store. */
export function showApp(routes: RouteObject[], at: string, store: Store = createStore()) {
  const router = createMemoryRouter(routes, { initialEntries: [at] });
  const drawn = render(<App router={router} store={store} />);
  return { ...drawn, router, store, user: userEvent.setup() };
}
