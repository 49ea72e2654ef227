import { Navigate, Outlet, type RouteObject, useLocation } from "react-router-dom";
import { useAtomValue } from "../state/jotai.ts";
import { leftOnPurposeAtom, signedInAtom } from "../state/session.atoms.ts";
import { PageBones } from "../ui/Bones.tsx";
import { Crash } from "./Crash.tsx";
import { NotFound } from "./NotFound.tsx";
import { type PageInfo, pages } from "./pages.ts";
import { type PageName, paths } from "./paths.ts";
import { Root } from "./Root.tsx";
import type { PageHandle } from "./Trail.tsx";

/** Only login is public (specification: Routes). The login page finds the requested page in `state.from`. */
function Guard() {
  const signedIn = useAtomValue(signedInAtom);
  const leftOnPurpose = useAtomValue(leftOnPurposeAtom);
  const { pathname, search, hash } = useLocation();
  if (signedIn) return <Outlet />;
  return <Navigate to={paths.login} replace state={leftOnPurpose ? null : { from: `${pathname}${search}${hash}` }} />;
}

function pageRoute([page, { load }]: [PageHandle["page"], PageInfo]): RouteObject {
  return {
    path: paths[page],
    handle: { page } satisfies PageHandle,
    errorElement: <Crash />,
    hydrateFallbackElement: <PageBones />,
    // One element for good: the router's own states, such as that a page is on its way, draw no page anew.
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
