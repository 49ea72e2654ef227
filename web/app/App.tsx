import type { ComponentProps } from "react";
import { RouterProvider } from "react-router-dom";
import { Provider, type Store } from "../state/jotai.ts";

interface AppProps {
  router: ComponentProps<typeof RouterProvider>["router"];
  store: Store;
}

export function App({ router, store }: AppProps) {
  return (
    <Provider store={store}>
      <RouterProvider router={router} />
    </Provider>
  );
}
