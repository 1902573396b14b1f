/**
 * The least CPU time of several runs, in milliseconds: other work of the machine takes from the time of a run and hardly
 * from its CPU time. Stops at the first run below `enough`.
 */
export const leastMillis = (run: () => void, enough = 0, runs = 10): number => {
  let least = Number.POSITIVE_INFINITY
  for (let nth = 0; nth < runs && least >= enough; nth += 1) {
    const start = process.cpuUsage()
    run()
    const { system, user } = process.cpuUsage(start)
    least = Math.min(least, (user + system) / 1000)
  }
  return least
}
