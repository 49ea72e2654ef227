import { Glow } from "../../ui/Glow.tsx";
import { Heads } from "../../ui/Heads.tsx";

interface CountsProps {
  label: string;
  heads: [name: string, count: string];
  rows: [name: string, count: number][];
  total: string;
  empty: string;
}

/** A small table of counts with their sum. */
export function Counts({ label, heads, rows, total, empty }: CountsProps) {
  if (rows.length === 0) return <p className="muted">{empty}</p>;
  const sum = rows.reduce((all, [, one]) => all + one, 0);
  return (
    <table className="counts" aria-label={label}>
      <Heads of={heads} />
      <tbody>
        {rows.map(([of, one]) => (
          <tr key={of}>
            <th scope="row">{of}</th>
            <td>
              <Glow of={one}>{one}</Glow>
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{total}</th>
          <td>{sum}</td>
        </tr>
      </tfoot>
    </table>
  );
}
