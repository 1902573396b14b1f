import { parseStrictJson } from "@countersign/wire"

/**
 * The cost of parsing a body of maximum size that consists of simple values, measured in this run. The limit of a call
 * is a multiple of it, so that the speed of the machine does not matter.
 */
export const unitOf = (): number => {
  const text = `[${"0,".repeat(19_000)}0]`
  let least = Number.POSITIVE_INFINITY
  for (let repeat = 0; repeat < 10; repeat += 1) {
    const before = process.cpuUsage()
    for (let time = 0; time < 5; time += 1) parseStrictJson(text)
    const { system, user } = process.cpuUsage(before)
    least = Math.min(least, (system + user) / 5000)
  }
  return Math.max(least, 0.5)
}
