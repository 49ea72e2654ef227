export const tints = 8;

/** One of the tints, always the same for the same brand, however it is capitalised. */
export const tintOf = (brand: string): number => {
  let sum = 0;
  for (const letter of brand.trim().toLowerCase()) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9_973;
  return sum % tints;
};

/** The first letter or digit that the brand begins with; empty of nothing. */
export const initialOf = (brand: string): string => (/[\p{L}\p{N}]/u.exec(brand)?.[0] ?? "").toUpperCase();
