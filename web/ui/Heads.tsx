import type { ReactNode } from "react";

/** The heads of a small table that is read, not sorted. */
export const Heads = ({ of }: { of: readonly string[] }): ReactNode => (
  <thead>
    <tr>
      {of.map((head) => (
        <th key={head} scope="col">
          {head}
        </th>
      ))}
    </tr>
  </thead>
);
