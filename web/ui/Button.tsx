import { type ReactNode, type Ref, useId } from "react";
import { Link } from "react-router-dom";

interface Look {
  /** One primary button a page at most; `quiet` is for a button among text or in a head. */
  kind?: "primary" | "plain" | "quiet";
  danger?: boolean;
  small?: boolean;
  /** A name from primeicons, such as `pi-plus`. */
  icon?: string;
}

interface ButtonProps extends Look {
  children: ReactNode;
  onClick?: () => void;
  type?: "button" | "submit";
  disabled?: boolean;
  /** The deed is being done: the button says so and does nothing more. */
  working?: boolean;
  autoFocus?: boolean;
  title?: string;
  /** It unfolds something, which is open or not. */
  expanded?: boolean;
  /** Why the operator may not: the button is greyed out and says so when it is hovered or focused. */
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

/** A button that says its deed: PrimeReact's looks without its component, which costs more than a whole card of ours. */
export function Button({
  children,
  onClick,
  type = "button",
  disabled,
  working,
  autoFocus,
  title,
  expanded,
  whyNot = null,
  ...look
}: ButtonProps) {
  const id = useId();
  const icon = working ? "pi pi-spinner pi-spin" : look.icon && `pi ${look.icon}`;
  const rests = working || whyNot !== null;
  const button = (
    <button
      type={whyNot === null ? type : "button"}
      className={`button ${classes(look)}`}
      // While it works the button stays focusable, so that the focus is not lost; one that says why not, to be read.
      onClick={rests ? undefined : onClick}
      disabled={disabled}
      aria-disabled={rests || undefined}
      aria-describedby={whyNot === null ? undefined : id}
      aria-busy={working || undefined}
      aria-expanded={expanded}
      data-autofocus={autoFocus || undefined}
      title={title}
    >
      {icon && <span className={icon} aria-hidden="true" />}
      <span className="button-label">{children}</span>
    </button>
  );
  if (whyNot === null) return button;
  return (
    <span className="why-not">
      {button}
      <span className="why-not-words" role="tooltip" id={id}>
        {whyNot}
      </span>
    </span>
  );
}

interface IconButtonProps extends Omit<ButtonProps, "children" | "working" | "title" | "expanded" | "whyNot"> {
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
  disabled,
  autoFocus,
  ref,
  ...look
}: IconButtonProps) {
  return (
    <button
      ref={ref}
      type={type}
      className={`button button-icon ${classes({ kind: "quiet", ...look })}`}
      aria-label={label}
      title={label}
      disabled={disabled}
      data-autofocus={autoFocus || undefined}
      onClick={onClick}
    >
      <span className={`pi ${icon}`} aria-hidden="true" />
    </button>
  );
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
