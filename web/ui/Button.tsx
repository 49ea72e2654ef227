import type { MouseEvent, ReactNode, Ref } from "react";
import { Link } from "react-router-dom";
import { WhyNot } from "./WhyNot.tsx";

interface Look {
  /** At most one primary button per page; `quiet` is for a button within text or in a head. */
  kind?: "primary" | "plain" | "quiet";
  danger?: boolean;
  small?: boolean;
  /** A name from primeicons, such as `pi-plus`. */
  icon?: string;
}

export interface ButtonProps extends Look {
  children: ReactNode;
  onClick?: () => void;
  type?: "button" | "submit";
  /**
   * Disabled for a reason that is visible beside it: the first page has none before it. Any other reason is `whyNot`.
   */
  disabled?: boolean;
  /** The action is being done: the button says so and does nothing more. */
  working?: boolean;
  autoFocus?: boolean;
  title?: string;
  /** It unfolds something, which is open or not. */
  expanded?: boolean;
  /** Why it is disabled, as a sentence: it is sunken and muted, and says so when it is hovered or focused. */
  whyNot?: string | null;
  ref?: Ref<HTMLButtonElement>;
}

function classes({ kind = "plain", danger, small }: Look): string {
  return [
    kind === "plain" && "button-plain",
    kind === "quiet" && "button-quiet",
    danger && "button-danger",
    small && "button-small",
  ]
    .filter(Boolean)
    .join(" ");
}

/** What a button does when it is pressed; a disabled or busy one does nothing, and submits nothing. */
const pressed = (rests: boolean, onClick?: () => void) => (event: MouseEvent) => {
  if (rests) event.preventDefault();
  else onClick?.();
};

/**
 * A button labelled by its action: PrimeReact's looks without its component, which costs more than a whole card of
 * ours.
 */
export function Button({
  children,
  onClick,
  type = "button",
  disabled,
  working,
  autoFocus,
  title,
  expanded,
  whyNot,
  ...look
}: ButtonProps) {
  const icon = working ? "pi pi-spinner pi-spin" : look.icon && `pi ${look.icon}`;
  // While it works there is nothing to explain.
  const why = working ? null : (whyNot ?? null);
  const rests = working === true || why !== null;
  const button = (describedBy?: string) => (
    <button
      type={type}
      className={`button ${classes(look)}`}
      // It stays focusable: while it works, so that the focus is not lost; while it is disabled, so that the reason is
      // read.
      onClick={pressed(rests, onClick)}
      disabled={disabled}
      aria-disabled={rests || undefined}
      aria-describedby={describedBy}
      aria-busy={working || undefined}
      aria-expanded={expanded}
      data-autofocus={autoFocus || undefined}
      title={title}
    >
      {icon && <span className={icon} aria-hidden="true" />}
      <span className="button-label">{children}</span>
    </button>
  );
  return whyNot === undefined ? button() : <WhyNot words={why}>{button}</WhyNot>;
}

interface IconButtonProps extends Omit<ButtonProps, "children" | "working" | "title" | "expanded" | "disabled"> {
  icon: string;
  /** Read aloud and shown on hover. */
  label: string;
}

/** A button with a sign alone; its words are on hover and for readers. */
export function IconButton({
  icon,
  label,
  onClick,
  type = "button",
  autoFocus,
  whyNot,
  ref,
  ...look
}: IconButtonProps) {
  const rests = (whyNot ?? null) !== null;
  const button = (describedBy?: string) => (
    <button
      ref={ref}
      type={type}
      className={`button button-icon ${classes({ kind: "quiet", ...look })}`}
      aria-label={label}
      title={rests ? undefined : label}
      aria-disabled={rests || undefined}
      aria-describedby={describedBy}
      data-autofocus={autoFocus || undefined}
      onClick={pressed(rests, onClick)}
    >
      <span className={`pi ${icon}`} aria-hidden="true" />
    </button>
  );
  return whyNot === undefined ? button() : <WhyNot words={whyNot}>{button}</WhyNot>;
}

/** A link that looks like a button: it leads somewhere and changes nothing. `state` goes with the navigation alone. */
export function ButtonLink({
  to,
  state,
  children,
  ...look
}: Look & { to: string; state?: object; children: ReactNode }) {
  return (
    <Link to={to} state={state} className={`button ${classes(look)}`}>
      {look.icon && <span className={`pi ${look.icon}`} aria-hidden="true" />}
      <span className="button-label">{children}</span>
    </Link>
  );
}
