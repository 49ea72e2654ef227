import { useRef } from "react";
import { Navigate, Outlet, type RouteObject, ScrollRestoration, useLocation } from "react-router-dom";
import { useAtomValue } from "../state/jotai.ts";
import { leftOnPurposeAtom, operatorAtom, signedInAtom } from "../state/session.atoms.ts";
import { Alerts } from "../ui/Alerts.tsx";
import { PageBones } from "../ui/Bones.tsx";
import { Dialogs } from "../ui/Dialogs.tsx";
import { LeaveGuard } from "../ui/form/LeaveGuard.tsx";
import { Crash } from "./Crash.tsx";
import { Frame, Moved, TabTitle } from "./Frame.tsx";
import { NotFound } from "./NotFound.tsx";
import { Proof } from "./Proof.tsx";
import { type PageInfo, pages } from "./pages.ts";
import { type PageName, paths } from "./paths.ts";
import type { PageHandle } from "./Trail.tsx";

/**
 * Grows when another operator is signed in than before, without a moment signed out: a tab that was frozen meanwhile
 * learns of the sign-out and of the next sign-in at once.
 */
function useOperatorTurn(): number {
  const id = useAtomValue(operatorAtom)?._id;
  const known = useRef({ id, turn: 0 });
  if (id !== undefined && id !== known.current.id) {
    known.current = { id, turn: known.current.turn + (known.current.id === undefined ? 0 : 1) };
  }
  return known.current.turn;
}

/** What stands around every page, with the dialogs and alerts that any of them may show. */
function Root() {
  return (
    <>
      <Frame />
      <TabTitle />
      <Moved />
      <Dialogs />
      <Proof />
      <LeaveGuard />
      <Alerts />
      <ScrollRestoration />
    </>
  );
}

/** Only login is public (specification: Routes). The login page finds the requested page in `state.from`. */
function Guard() {
  const signedIn = useAtomValue(signedInAtom);
  const leftOnPurpose = useAtomValue(leftOnPurposeAtom);
  const turn = useOperatorTurn();
  const { pathname, search, hash } = useLocation();
  // What the one has typed is not shown to the other.
  if (signedIn) return <Outlet key={turn} />;
  return <Navigate to={paths.login} replace state={leftOnPurpose ? null : { from: `${pathname}${search}${hash}` }} />;
}

function pageRoute([page, { load }]: [PageHandle["page"], PageInfo]): RouteObject {
  return {
    path: paths[page],
    handle: { page } satisfies PageHandle,
    errorElement: <Crash />,
    hydrateFallbackElement: <PageBones />,
    // The element is made once: the router's own states, such as that a page is loading, do not draw the page again.
    lazy: async () => {
      const { Component } = await load();
      return { element: <Component /> };
    },
  };
}

const guarded = (Object.entries(pages) as [Exclude<PageName, "login">, PageInfo][]).map(pageRoute);

/** Every path of the console; each page has its own boundary for errors and its own chunk. Matching ignores case. */
export const routes: RouteObject[] = [
  {
    element: <Root />,
    errorElement: <Crash />,
    children: [
      {
        path: paths.login,
        errorElement: <Crash />,
        hydrateFallbackElement: <PageBones />,
        lazy: () => import("../features/auth/LoginPage.tsx"),
      },
      { element: <Guard />, children: guarded },
      { path: "*", element: <NotFound /> },
    ],
  },
];
