import { ProgressBar as PrimeProgressBar } from "primereact/progressbar";
import { withinPrime } from "./prime/Prime.tsx";

const ProgressBar = withinPrime(PrimeProgressBar);

const parts = { root: { className: "progress" }, value: { className: "progress-value" } };

/** How far something is; `done` is 0 to 1. */
export const Progress = ({ label, done }: { label: string; done: number }) => (
  <ProgressBar aria-label={label} value={Math.round(done * 100)} showValue={false} pt={parts} />
);
