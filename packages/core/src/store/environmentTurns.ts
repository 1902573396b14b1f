import type { ClaimShare } from "./Store.ts"

/**
 * For stores that choose the records of a claim in code: environments take turns, one record each, beginning after the
 * environment that was served last. `next` takes the next due record of an environment, or returns `undefined`.
 */
export const environmentTurns = () => {
  const served = new Map<string, string>()
  return <Key extends string, A>(
    collection: string,
    waiting: Iterable<Key>,
    limit: number,
    share: ClaimShare | undefined,
    next: (environment: Key, nth: number) => A | undefined
  ): ReadonlyArray<A> => {
    const kind = `${collection} ${share?.mode} ${share?.environment}`
    const last = served.get(kind) ?? ""
    const sorted = [...waiting].filter((one) => one.startsWith(share?.mode ?? "")).toSorted()
    let left = [...sorted.filter((one) => one > last), ...sorted.filter((one) => one <= last)]
    const taken: Array<A> = []
    for (let nth = 0; left.length > 0; nth++) {
      left = left.filter((environment) => {
        const room = share === undefined ? limit : (share.most.get(environment) ?? share.each)
        const one = taken.length < limit && nth < room ? next(environment, nth) : undefined
        if (one === undefined) return false
        taken.push(one)
        served.set(kind, environment)
        return true
      })
    }
    return taken
  }
}
