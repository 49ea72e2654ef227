let zone: string | null = null;

/** Each answer says TIME_ZONE of the server. A name that this browser does not know changes nothing. */
export const noteTimeZone = (name: string | null): void => {
  if (name === null || name === zone) return;
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    zone = name;
  } catch {
    // Days then begin where they did: by the browser's own zone.
  }
};

/** The zone in which the server's days begin; the browser's own until the first answer. */
export const serverZone = (): string => zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
