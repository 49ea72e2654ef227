import { PrimeReactProvider } from "primereact/api";
import type { ComponentProps } from "react";
import { RouterProvider } from "react-router-dom";
import { Provider, type Store } from "../state/jotai.ts";
import { primeStyles } from "./prime-styles.ts";

interface AppProps {
  router: ComponentProps<typeof RouterProvider>["router"];
  store: Store;
}

const prime = { ripple: false, cssTransition: false, styleContainer: primeStyles() };

export function App({ router, store }: AppProps) {
  return (
    <Provider store={store}>
      <PrimeReactProvider value={prime}>
        <RouterProvider router={router} />
      </PrimeReactProvider>
    </Provider>
  );
}
