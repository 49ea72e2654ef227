import { type APIOptions, PrimeReactProvider } from "primereact/api";
import type { ComponentType } from "react";

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

/**
 * A control of PrimeReact with these settings round it. The provider comes with the control, so that a page without one
 * loads nothing of PrimeReact.
 */
export const withinPrime =
  <P extends object>(Control: ComponentType<P>) =>
  (props: P) => (
    <PrimeReactProvider value={settings}>
      <Control {...props} />
    </PrimeReactProvider>
  );
