import "./link-card.css";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { Bone } from "./Bones.tsx";

interface LinkCardProps {
  to: string;
  title: string;
  /** Across the card's top. */
  picture?: ReactNode;
  children?: ReactNode;
  /** A line at the bottom, its parts at both ends. */
  foot?: ReactNode;
}

/** A record in a grid of cards. The whole card leads to its page. */
export function LinkCard({ to, title, picture, children, foot }: LinkCardProps) {
  return (
    <article className="card link-card">
      {picture}
      <div className="link-card-body">
        <h2 title={title}>
          <Link to={to} className="link-card-link">
            {title}
          </Link>
        </h2>
        {children}
      </div>
      {foot && <footer className="link-card-foot">{foot}</footer>}
    </article>
  );
}

interface LinkCardsProps<R> {
  /** Names the list for readers. */
  label: string;
  of: readonly R[];
  children: (record: R) => ReactNode;
  narrow?: boolean;
}

/** The grid of cards; those far from the window cost the browser nothing, so that thousands may stand here. */
export function LinkCards<R extends { _id: string }>({ label, of, children, narrow }: LinkCardsProps<R>) {
  return (
    <ul className={`link-cards${narrow ? " link-cards-narrow" : ""}`} aria-label={label}>
      {of.map((record) => (
        <li key={record._id}>{children(record)}</li>
      ))}
    </ul>
  );
}

/** The grid's shape before the records are here. */
export function LinkCardBones({ height, narrow }: { height: number; narrow?: boolean }) {
  return (
    <div role="status" aria-label="Loading" className={`link-cards${narrow ? " link-cards-narrow" : ""}`}>
      {Array.from({ length: 8 }, (_, card) => card).map((card) => (
        <Bone key={card} height={height} />
      ))}
    </div>
  );
}
