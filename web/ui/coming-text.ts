import { createElement, type ReactNode } from "react";
import type { Load } from "../state/load.ts";

/** The line under a title while nothing is known of what the page shows: its skeleton, or that it could not be loaded. */
export const comingText = ({ state }: Pick<Load<unknown>, "state">, things: string): ReactNode =>
  state === "failed"
    ? `The ${things} could not be loaded`
    : createElement("span", {
        role: "status",
        "aria-label": `Loading the ${things}`,
        className: "bone bone-of-line",
        // As wide as "12,345 things": on a phone that decides in which line it stands.
        style: { width: `${0.85 * (things.length + 7)}ch` },
      });
