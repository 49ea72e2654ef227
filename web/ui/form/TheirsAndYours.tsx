import { type ReactNode, useEffect, useRef } from "react";

interface TheirsAndYoursProps {
  /** What somebody else changed. */
  title: string;
  /** How deep the title stands in the page. */
  level: "h2" | "h3";
  /** The fields in which they differ; `isMine`: yours is what was changed here. */
  differing: readonly { name: string; theirs: string; yours: string; isMine: boolean }[];
  note?: string | false;
  /** Also out of a field: a save was refused. Otherwise somebody may be typing there, and would lose half a word. */
  takesFocus?: boolean;
  /** The choice, as buttons. */
  children: ReactNode;
}

/**
 * Two versions of a record side by side, and the choice between them. It takes the focus, and gives it back once
 * somebody has chosen.
 */
export function TheirsAndYours(props: TheirsAndYoursProps) {
  const { title, level: Head, differing, note, takesFocus = true, children } = props;
  const head = useRef<HTMLHeadingElement>(null);
  const before = useRef<Element | null>(null);
  useEffect(() => {
    const present = document.activeElement;
    if (present !== head.current) before.current = present;
    const mayType = present instanceof HTMLElement && present.matches("input, textarea");
    if (takesFocus || !mayType) head.current?.focus();
    return () => {
      // The choice went with its buttons.
      if (document.activeElement === document.body && before.current instanceof HTMLElement) before.current.focus();
    };
  }, [takesFocus]);
  return (
    <section className="conflict" role="alert">
      <Head ref={head} tabIndex={-1}>
        {title}
      </Head>
      <table className="conflict-table">
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Theirs</th>
            <th scope="col">Yours</th>
          </tr>
        </thead>
        <tbody>
          {differing.map(({ name, theirs, yours, isMine }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{theirs}</td>
              <td className={isMine ? "conflict-mine" : "muted"}>{yours}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {note && <p className="muted">{note}</p>}
      <div className="form-foot">{children}</div>
    </section>
  );
}
