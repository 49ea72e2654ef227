import "./chart.css";
import { scaleBand, scaleLinear } from "d3-scale";
import { line } from "d3-shape";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { Link } from "react-router-dom";
import type { ChartPoint } from "./chart-point.ts";

interface BarChartProps {
  title: string;
  /** What a reader should know of it, in words. */
  summary: string;
  points: readonly ChartPoint[];
  /** A figure at the side: short. */
  tick: (figure: number) => string;
  /** In pixels. */
  height?: number;
}

const [axisWidth, labelWidth, tipWidth, foot, head] = [64, 64, 180, 22, 10];
const shortened = (text: string) => (text.length > 9 ? `${text.slice(0, 8)}…` : text);

const useWidth = () => {
  const box = useRef<HTMLElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const seen = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)));
    if (box.current) seen.observe(box.current);
    return () => seen.disconnect();
  }, []);
  return { box, width };
};

const scalesOf = (points: readonly ChartPoint[], width: number, height: number) => {
  const inner = Math.max(1, width - axisWidth);
  const ground = height - foot;
  const every = Math.ceil(points.length / Math.max(1, inner / labelWidth));
  const keys = points.map(({ key }) => key);
  const x = scaleBand(keys, [axisWidth, axisWidth + inner]).paddingInner(0.25);
  const middle = ({ key }: ChartPoint) => (x(key) ?? 0) + x.bandwidth() / 2;
  const most = Math.max(1, ...points.flatMap(({ bar, mean }) => [bar, mean ?? 0]));
  const y = scaleLinear([0, most], [ground, head]).nice(4);
  const trend = line<ChartPoint>(middle, ({ mean }) => y(mean ?? 0)).defined(({ mean }) => mean !== undefined);
  const trendPath = trend([...points]) ?? "";
  return { x, y, middle, every, ground, trendPath };
};

interface ScaleProps extends Required<Pick<BarChartProps, "points" | "tick" | "height">> {
  scales: ReturnType<typeof scalesOf>;
  width: number;
}

/** Lines and figures at the side, names beneath. */
function Scale({ scales: { y, middle, every }, points, tick, width, height }: ScaleProps) {
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: lines and figures of the scale take no focus.
    <g aria-hidden="true">
      {y.ticks(4).map((figure) => (
        <g key={figure} transform={`translate(0 ${y(figure)})`}>
          <line x1={axisWidth} x2={width} />
          <text x={axisWidth - 8} dy="0.32em" textAnchor="end">
            {tick(figure)}
          </text>
        </g>
      ))}
      {points.map(
        (point, nth) =>
          nth % every === 0 &&
          // A name beyond the edge would be cut.
          (nth === 0 || middle(point) + labelWidth / 3 <= width) && (
            <text key={point.key} x={middle(point)} y={height - 6} textAnchor="middle">
              {shortened(point.short)}
            </text>
          ),
      )}
    </g>
  );
}

/**
 * Bars that are links to the records behind them. One tab stop: arrows, Home and End move along the bars, Enter follows
 * one. The page shows the same figures beneath as a table. Load it lazily: it brings the scales.
 */
export default function BarChart({ title, summary, points, tick, height = 220 }: BarChartProps) {
  const { box, width } = useWidth();
  const links = useRef<(HTMLAnchorElement | null)[]>([]);
  const id = useId();
  const [stop, setStop] = useState<number | null>(null);
  const [shown, setShown] = useState<number | null>(null);
  const described = shown === null ? undefined : points[shown];
  const reached = Math.min(stop ?? points.length - 1, points.length - 1);

  const scales = scalesOf(points, width, height);
  const { x, y, middle, ground, trendPath } = scales;

  const move = (event: KeyboardEvent) => {
    const steps: Record<string, number> = {
      ArrowRight: reached + 1,
      ArrowLeft: reached - 1,
      Home: 0,
      End: points.length - 1,
    };
    const to = steps[event.key];
    if (to === undefined || !points[to]) return;
    event.preventDefault();
    links.current[to]?.focus();
  };

  return (
    <figure className="chart" ref={box} aria-labelledby={id} onKeyDown={move} onMouseLeave={() => setShown(null)}>
      <figcaption id={id}>
        <span className="unseen">{title}</span> {summary}
      </figcaption>
      {/* biome-ignore lint/a11y/useSemanticElements: no element but svg draws; its bars are links of one group. */}
      <svg width={width} height={height} role="group" aria-labelledby={id}>
        <Scale scales={scales} points={points} tick={tick} width={width} height={height} />
        {points.map((point, nth) => (
          <Link
            key={point.key}
            to={point.to}
            ref={(link) => {
              links.current[nth] = link;
            }}
            tabIndex={nth === reached ? 0 : -1}
            aria-label={point.label}
            onFocus={() => {
              setStop(nth);
              setShown(nth);
            }}
            onBlur={() => setShown(null)}
            onMouseEnter={() => setShown(nth)}
          >
            <rect className="chart-hit" x={x(point.key)} width={x.step()} y={0} height={ground} />
            <rect
              className={point.isOpen ? "chart-bar chart-bar-open" : "chart-bar"}
              x={x(point.key)}
              width={x.bandwidth()}
              y={y(point.bar)}
              height={ground - y(point.bar)}
            />
          </Link>
        ))}
        <path className="chart-mean-ground" d={trendPath} />
        <path className="chart-mean" d={trendPath} />
      </svg>
      {described && (
        <div
          className="chart-tip"
          aria-hidden="true"
          style={{ insetInlineStart: Math.max(0, Math.min(width - tipWidth, middle(described) - tipWidth / 2)) }}
        >
          {described.label}
        </div>
      )}
    </figure>
  );
}
