import { type DragEvent, useEffect, useId, useRef, useState } from "react";
import { changeProductImage } from "#shared/products/product.api.ts";
import { imageTooLarge, imageTypes, maxImageBytes } from "#shared/products/product.rules.ts";
import type { Product } from "#shared/products/product.schema.ts";
import { call } from "../../http/call.ts";
import type { Shown } from "../../recipes/RecordPage.tsx";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { Progress } from "../../ui/Progress.tsx";
import { useAction } from "../../ui/use-action.ts";
import { ProductPicture } from "./ProductPicture.tsx";

/** The product with its new image, or why it was refused; the alert has been shown. */
const uploadImage = async (id: string, file: File, onProgress: (part: number) => void) => {
  const form = new FormData();
  form.set("file", file);
  const outcome = await call(changeProductImage, { params: { id } }, { form, onProgress });
  return outcome.is === "done" ? { product: outcome.reply.data } : { product: null, error: outcome.error };
};

/** How an upload stands. `sent` is 0 to 1; when all has left, the server still looks at it. */
type Upload = { preview: string; sent: number } | null;

const holdsFiles = (event: DragEvent): boolean => event.dataTransfer.types.includes("Files");

/** The product's image: dropped here or chosen, shown at once, replaced when the server has taken it. */
export function ImageCard({ record: { _id, brand, image }, onKnown }: Shown<Product>) {
  const [running, setRunning] = useState<Upload>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const [over, setOver] = useState(false);
  const { during } = useAction<"upload">();
  const picker = useRef<HTMLInputElement>(null);
  const note = useId();
  const preview = running?.preview;
  useEffect(() => () => (preview ? URL.revokeObjectURL(preview) : undefined), [preview]);

  const send = async (file: File | undefined) => {
    if (!file || running) return;
    setRefused(null);
    if (file.size > maxImageBytes) return setRefused(`${imageTooLarge}; ${file.name} is larger`);
    const shown = URL.createObjectURL(file);
    setRunning({ preview: shown, sent: 0 });
    const onProgress = (sent: number) => setRunning({ preview: shown, sent });
    const ended = await during("upload", () => uploadImage(_id, file, onProgress));
    setRunning(null);
    if (ended?.product) onKnown(ended.product);
    else setRefused(ended?.error ?? null);
  };

  return (
    <Card title="Image">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is for the mouse; the button inside does the same. */}
      <div
        className={`image-drop${over ? " image-drop-over" : ""}`}
        onDragOver={(event) => {
          if (!holdsFiles(event)) return;
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={(event) => {
          if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
        }}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          void send(event.dataTransfer.files[0]);
        }}
      >
        <ProductPicture image={running?.preview ?? image} brand={brand} alt={`Image of ${brand}`} />
        <div className="image-actions">
          <Button icon="pi-upload" working={running !== null} onClick={() => picker.current?.click()}>
            {running ? "Uploading" : image ? "Replace image" : "Upload image"}
          </Button>
          <p id={note} className="muted">
            {over ? "Drop it here" : `PNG, JPEG or WebP, at most ${maxImageBytes / 1_048_576} MB; or drop it here`}
          </p>
        </div>
        {running && <Progress label="Upload" done={running.sent} />}
      </div>
      {refused && (
        <p className="field-error image-refused" role="alert">
          <span className="pi pi-exclamation-circle" aria-hidden="true" />
          {refused}
        </p>
      )}
      <input
        ref={picker}
        type="file"
        hidden
        accept={imageTypes.join(",")}
        aria-label="Image"
        onChange={(event) => {
          const { files } = event.currentTarget;
          void send(files?.[0]);
          // The same file may be chosen again after a refusal.
          event.currentTarget.value = "";
        }}
      />
    </Card>
  );
}
