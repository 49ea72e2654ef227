import { expect, test } from "vitest";
import { sizeOf } from "./size-words.ts";

test.each([
  [0, "0 bytes"],
  [999, "999 bytes"],
  [1_234, "1.2 kB"],
  [12_400_000, "12.4 MB"],
  [2_000_000_000, "2 GB"],
])("%i bytes are %s", (bytes, said) => expect(sizeOf(bytes)).toBe(said));
