const sizes: [bytes: number, unit: string][] = [
  [1_000_000_000, "GB"],
  [1_000_000, "MB"],
  [1_000, "kB"],
];
/** "12.4 MB". */
export const sizeOf = (bytes: number): string => {
  const [size, unit] = sizes.find(([least]) => bytes >= least) ?? [1, "bytes"];
  return `${Number((bytes / size).toFixed(size === 1 ? 0 : 1))} ${unit}`;
};
