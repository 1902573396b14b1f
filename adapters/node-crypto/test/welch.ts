/** Many different inputs of one kind, so that effects of an object's memory location average out. */
export type Kind<A> = (at: number) => A

/**
 * Measures a call with inputs of each kind, in nanoseconds. The order of the kinds is pseudo-random and the same in
 * each run, so that disturbances affect all kinds and none always follows the same other.
 */
export const timed = <A>(kinds: ReadonlyArray<Kind<A>>, call: (input: A) => unknown, samples: number) => {
  const inputs = Array.from({ length: POOL * kinds.length }, (_, at) => (kinds[at % kinds.length] ?? FAIL)(at))
  const times: ReadonlyArray<Array<number>> = kinds.map(() => [])
  let chance = 1
  for (let left = samples * kinds.length; left > 0; left -= 1) {
    // Knuth's multiplier; its upper bits are the random ones.
    chance = (Math.imul(chance, 1_664_525) + 1_013_904_223) >>> 0
    const at = (chance >>> 8) % inputs.length
    const input = inputs[at] ?? FAIL(at)
    const start = process.hrtime.bigint()
    call(input)
    const end = process.hrtime.bigint()
    times[at % kinds.length]?.push(Number(end - start))
  }
  return times
}

const POOL = 2000
const FAIL = (at: number): never => {
  throw new Error(`No input ${at}`)
}

/**
 * Welch's t of two samples without the slowest tenth, which was interrupted. A value above 4.5 means that the two
 * differ in time, as in the dudect paper (Reparaz, Balasch, Verbauwhede, 2017).
 */
export const welch = (one: ReadonlyArray<number>, other: ReadonlyArray<number>): number => {
  const most = Float64Array.from([...one, ...other]).sort()[Math.floor((one.length + other.length) * 0.9)] ?? 0
  const [a, b] = [momentsOf(one.filter((time) => time <= most)), momentsOf(other.filter((time) => time <= most))]
  return Math.abs(a.mean - b.mean) / Math.sqrt(a.variance / a.count + b.variance / b.count)
}

const momentsOf = (times: ReadonlyArray<number>) => {
  const mean = times.reduce((sum, time) => sum + time, 0) / times.length
  const variance = times.reduce((sum, time) => sum + (time - mean) ** 2, 0) / (times.length - 1)
  return { mean, variance, count: times.length }
}
