/** Points of a conversation of so many bytes, evenly over it, both ends included: the same ones in every run. */
export const points = (count: number, bytes: number): ReadonlyArray<number> =>
  Array.from({ length: count }, (_, nth) => Math.floor((nth * bytes) / (count - 1)))
