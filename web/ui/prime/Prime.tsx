import { type APIOptions, PrimeReactProvider } from "primereact/api";
import type { ReactNode } from "react";

/**
 * PrimeReact without looks of its own: each of its controls stands in one part of web/ui, which gives it our classes and
 * mends what readers and the keyboard miss in it (docs/decisions/0020). What its components write as style sheets goes
 * into an element that is never attached, so that the content security policy needs no exception for styles. No
 * `cssTransition: false`: with it no click elsewhere closes what is open; `atOnce` is what takes its place.
 */
export const settings: Partial<APIOptions> = {
  unstyled: true,
  ripple: false,
  styleContainer: document.createElement("div"),
};

export const Prime = ({ children }: { children: ReactNode }) => (
  <PrimeReactProvider value={settings}>{children}</PrimeReactProvider>
);
