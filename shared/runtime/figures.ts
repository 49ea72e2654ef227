import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

/** Node's own, once: each collection of them has a timer and is called at every garbage collection, and none ever ends. */
const ofNode = new Registry();
collectDefaultMetrics({ register: ofNode, prefix: "cansole_" });

/**
 * The metrics of a process, each declared by its name, help text and labels. A registry for each, so that several can
 * live in one test process.
 */
export const createFigures = () => {
  const registry = Registry.merge([ofNode]);
  const declared = <L extends string>(name: string, help: string, labelNames: L[]) => ({
    name,
    help,
    labelNames,
    registers: [registry],
  });
  return {
    registry,
    counter: <L extends string = never>(name: string, help: string, ...labels: L[]) =>
      new Counter<L>(declared(name, help, labels)),
    gauge: <L extends string = never>(name: string, help: string, ...labels: L[]) =>
      new Gauge<L>(declared(name, help, labels)),
    /** `buckets` are upper bounds in seconds. */
    histogram: <L extends string = never>(name: string, help: string, buckets: number[], ...labels: L[]) =>
      new Histogram<L>({ ...declared(name, help, labels), buckets }),
  };
};
