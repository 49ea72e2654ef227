import type { Machine } from "#shared/machines/machine.schema.ts";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";

/** The machine's QR code as a label for its front; printing the page prints this label alone (machine.css). */
export function QrCard({ machine: { name, vendingMachineId, qrCode } }: { machine: Machine }) {
  const image = `/qrcode/${qrCode}`;
  return (
    <Card title="QR code">
      <div className="qr">
        <figure className="qr-label">
          <img src={image} width={176} height={176} alt={`QR code of ${vendingMachineId}`} />
          <figcaption>
            <strong>{name}</strong>
            <span className="mono">{vendingMachineId}</span>
          </figcaption>
        </figure>
        <div className="actions">
          <Button icon="pi-print" onClick={() => window.print()}>
            Print
          </Button>
          <a className="button button-quiet" href={image} download={`${vendingMachineId}.png`}>
            <span className="pi pi-download" aria-hidden="true" />
            <span className="button-label">Save image</span>
          </a>
        </div>
      </div>
    </Card>
  );
}
