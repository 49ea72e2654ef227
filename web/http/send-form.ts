interface Sending {
  method: string;
  headers: Record<string, string>;
  form: FormData;
  /** How much has left: 0 to 1. */
  onProgress?: (part: number) => void;
  signal?: AbortSignal;
}

/**
 * Sends a multipart form. XMLHttpRequest, because fetch does not report an upload's progress. Rejects when there is no
 * answer or `signal` was aborted.
 */
export const sendForm = (url: string, { method, headers, form, onProgress, signal }: Sending): Promise<Response> =>
  new Promise((resolve, reject) => {
    const aborted = () => reject(new DOMException("The form was not sent", "AbortError"));
    if (signal?.aborted) return aborted();
    const sent = new XMLHttpRequest();
    sent.open(method, url);
    for (const [name, value] of Object.entries(headers)) sent.setRequestHeader(name, value);
    sent.upload.onprogress = ({ lengthComputable, loaded, total }) => {
      if (lengthComputable && total > 0) onProgress?.(loaded / total);
    };
    sent.onload = () => resolve(new Response(sent.responseText, { status: sent.status }));
    sent.onerror = () => reject(new TypeError("The form could not be sent"));
    sent.onabort = aborted;
    signal?.addEventListener("abort", () => sent.abort(), { once: true });
    sent.send(form);
  });
