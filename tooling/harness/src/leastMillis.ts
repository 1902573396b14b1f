/**
 * The shortest of several runs, in milliseconds: other work of the machine makes a run longer, and none shorter. Stops at
 * the first run below `enough`.
 */
export const leastMillis = (run: () => void, enough = 0, runs = 10): number => {
  let least = Number.POSITIVE_INFINITY
  for (let nth = 0; nth < runs && least >= enough; nth += 1) {
    const start = performance.now()
    run()
    least = Math.min(least, performance.now() - start)
  }
  return least
}
