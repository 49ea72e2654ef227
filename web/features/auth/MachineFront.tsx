/** How full each place is drawn: 0 is an empty place, 3 the fullest colour. */
const shelves = ["22132", "31220", "02313", "23102", "12231"];
const place = { width: 46, height: 70 };

/** A can, drawn from its upper left corner: its body, and the rims of its lid and its foot. */
const can = "M13 9h20l4 7v38l-3 6H12l-3-6V16z";
const rims = "M10 16.500h26M10 53.500h26";

/** The front of a vending machine, as a quiet picture beside the form. */
export function MachineFront() {
  return (
    <div className="sign-in-art" aria-hidden="true">
      <svg viewBox="0 0 262 400" role="presentation">
        {shelves.map((cans, row) => (
          <g key={cans} transform={`translate(16 ${14 + row * (place.height + 4)})`}>
            {[...cans].map((fill, column) => (
              <g
                // biome-ignore lint/suspicious/noArrayIndexKey: the picture never changes.
                key={column}
                className={`art-can art-can-${fill}`}
                transform={`translate(${column * place.width} 0)`}
              >
                <path d={can} />
                {fill !== "0" && <path className="art-rims" d={rims} />}
              </g>
            ))}
            <path className="art-shelf" d={`M-6 ${place.height - 6.5}h242`} />
          </g>
        ))}
      </svg>
    </div>
  );
}
