/** Points at equal distances over a conversation of `bytes` bytes, including both ends. Deterministic. */
export const points = (count: number, bytes: number): ReadonlyArray<number> =>
  Array.from({ length: count }, (_, nth) => Math.floor((nth * bytes) / (count - 1)))
