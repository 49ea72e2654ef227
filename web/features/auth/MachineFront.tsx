/** How full each place is drawn: 0 is an empty place, 3 the fullest colour. */
const shelves = ["22132", "31220", "02313", "23102", "12231"];
const place = { width: 46, height: 70 };

/** A can, drawn from its upper left corner. */
const can = "M10 12h26l4 7v32l-4 7H10l-4-7V19z";

/** The front of a vending machine, as a quiet picture beside the form. */
export function MachineFront() {
  return (
    <div className="sign-in-art" aria-hidden="true">
      <svg viewBox="0 0 262 400" role="presentation">
        {shelves.map((cans, row) => (
          <g key={cans} transform={`translate(16 ${14 + row * (place.height + 4)})`}>
            {[...cans].map((fill, column) => (
              <path
                // biome-ignore lint/suspicious/noArrayIndexKey: the picture never changes.
                key={column}
                className={`art-can art-can-${fill}`}
                transform={`translate(${column * place.width} 0)`}
                d={can}
              />
            ))}
            <path className="art-shelf" d={`M-6 ${place.height - 6.5}h242`} />
          </g>
        ))}
      </svg>
    </div>
  );
}
