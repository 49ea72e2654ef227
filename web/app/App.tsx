import { PrimeReactProvider } from "primereact/api";
import type { ComponentProps } from "react";
import { RouterProvider } from "react-router-dom";
import { Provider, type Store } from "../state/jotai.ts";

interface AppProps {
  router: ComponentProps<typeof RouterProvider>["router"];
  store: Store;
}

/** PrimeReact is told not to inject styles that the built sheet already holds, and to name its hidden parts. */
const prime = { ripple: false, cssTransition: false };

export function App({ router, store }: AppProps) {
  return (
    <Provider store={store}>
      <PrimeReactProvider value={prime}>
        <RouterProvider router={router} />
      </PrimeReactProvider>
    </Provider>
  );
}
