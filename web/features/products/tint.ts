export const tints = 8;

/** One of the tints, always the same for the same brand, however it is capitalised. */
export const tintOf = (brand: string): number => {
  // FNV-1a, mixed as MurmurHash3 ends: few brands share a tint.
  let hash = 0x81_1c_9d_c5;
  for (const letter of brand.trim().toLowerCase())
    hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01_00_01_93) >>> 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85_eb_ca_6b) >>> 0;
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2_b2_ae_35) >>> 0;
  return ((hash ^ (hash >>> 16)) >>> 0) % tints;
};

/** The first letter or digit that the brand begins with; empty of nothing. */
export const initialOf = (brand: string): string => (/[\p{L}\p{N}]/u.exec(brand)?.[0] ?? "").toUpperCase();
