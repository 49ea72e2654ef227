import { PrimeReactProvider } from "primereact/api";
import type { ReactNode } from "react";
import { settings } from "./Prime.tsx";

const withClasses = { ...settings, unstyled: false };

/** For MultiSelect alone: without PrimeReact's own classes it marks no option as reached by the arrows. */
export const PrimeWithClasses = ({ children }: { children: ReactNode }) => (
  <PrimeReactProvider value={withClasses}>{children}</PrimeReactProvider>
);
