import { Array } from "effect"

/** When the database was opened to which a platform has moved: the times before and after the command, in milliseconds. */
export interface Opening {
  readonly began: number
  readonly ended: number
}

/** The times of what arrived more than once, and those of them that a move does not explain. */
export const sentAgain = (
  arrivals: ReadonlyArray<{ readonly id: string; readonly at: number }>,
  { began, ended }: Opening
) => {
  const times = Object.values(Array.groupBy(arrivals, ({ id }) => id)).map((same) => same.map(({ at }) => at))
  const again = times.filter(({ length }) => length > 1)
  // What is under way while the database is closed is recorded late. If its lease ends before that, it is sent once more.
  const isExplained = ([first = ended, second = 0, ...more]: ReadonlyArray<number>) =>
    first < ended && second >= began && more.length === 0
  return { again, unexplained: again.filter((each) => !isExplained(each)) }
}
