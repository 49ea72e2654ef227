/** 128 random bits as text. Not randomUUID: browsers have that only on https and on this machine. */
export const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
