import { uniformInt } from "pure-rand/distribution/uniformInt"
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus"

/** Numbers that depend on a seed alone. */
export const randomOf = (seed: number) => {
  const generator = xoroshiro128plus(seed)
  const upTo = (most: number): number => uniformInt(generator, 0, most)
  return {
    /** A whole number from 0 to `most`, both inclusive. */
    upTo,
    between: (least: number, most: number): number => least + upTo(most - least),
    /** Whether something happens that happens once in `times` on average. */
    oneIn: (times: number): boolean => upTo(times - 1) === 0,
    /** An element of a list that has some. */
    pick: <A>(list: ReadonlyArray<A>): A => {
      const found = list[upTo(list.length - 1)]
      if (found === undefined) throw new Error("simulation: nothing to choose from")
      return found
    },
    /** A wait whose mean is `mean` milliseconds, as between independent arrivals; at most ten times as long. */
    wait: (mean: number): number => {
      const share = (1 + upTo(999_999)) / 1_000_000
      return Math.round(Math.min(-Math.log(share), 10) * mean)
    },
    fill: (bytes: Uint8Array): void => {
      for (let at = 0; at < bytes.length; at += 1) bytes[at] = upTo(255)
    }
  }
}

export type Random = ReturnType<typeof randomOf>
