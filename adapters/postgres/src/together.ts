import { Result } from "effect"
import { isRolledBack, isShared } from "./failures.ts"

/**
 * Asks for many in one statement. What the database rolled back for the sake of another is asked again. What it refuses for the sake
 * of one of them is asked one by one, so that each has an outcome of its own. Of a lost connection all have the same.
 */
export const together =
  <A, B>(send: (all: ReadonlyArray<A>, until: number) => Promise<ReadonlyArray<B>>) =>
  async (all: ReadonlyArray<A>, until: number): Promise<ReadonlyArray<Result.Result<B, unknown>>> => {
    try {
      return (await again(() => send(all, until))).map((one) => Result.succeed(one))
    } catch (error) {
      if (all.length === 1 || isShared(error)) return all.map(() => Result.fail(error))
      const outcomes: Array<Result.Result<B, unknown>> = []
      for (const one of all) outcomes.push(...(await together(send)([one], until)))
      return outcomes
    }
  }

/** Again while it is rolled back, some times at the most. */
export const again = async <A>(send: () => Promise<A>, times = 5): Promise<A> => {
  try {
    return await send()
  } catch (error) {
    if (times === 0 || !isRolledBack(error)) throw error
    return again(send, times - 1)
  }
}
