import "./link-card.css";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";

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
