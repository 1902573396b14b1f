/** A call that a party may make in a state. Returns what the party has after it; undefined if the call was refused. */
export interface Move<Holding> {
  readonly name: string
  readonly make: (holding: Holding) => Promise<Holding | undefined>
}

interface Game<Holding> {
  readonly begin: Holding
  /** The calls that are open to the party, by what it has. */
  readonly moves: (holding: Holding) => Promise<ReadonlyArray<Move<Holding>>>
  /** A text that is equal for states in which the same calls have the same effect. */
  readonly nameOf: (holding: Holding) => Promise<string>
  /** Throws where the party has, or still has, what it must not have. */
  readonly judge: (holding: Holding, path: ReadonlyArray<string>) => Promise<void>
  /** The longest sequence of calls. */
  readonly depth: number
  readonly save: () => () => void
}

/**
 * Makes every sequence of at most `depth` calls, breadth first, and checks each state that is reached. A state that was
 * reached before by a shorter sequence is not continued again. Returns how many sequences and states there were.
 */
export const search = async <Holding>({ begin, depth, judge, moves, nameOf, save }: Game<Holding>) => {
  const known = new Set([await nameOf(begin)])
  const judged = async (holding: Holding, path: ReadonlyArray<string>) => {
    const back = save()
    await judge(holding, path)
    back()
  }
  let calls = 0
  let states = 1
  const visit = async (holding: Holding, path: ReadonlyArray<string>): Promise<ReadonlyArray<Next<Holding>>> => {
    const next: Array<Next<Holding>> = []
    for (const { make, name } of await moves(holding)) {
      const back = save()
      calls += 1
      const after = await make(holding)
      if (after !== undefined) {
        const state = await nameOf(after)
        if (!known.has(state)) {
          known.add(state)
          states += 1
          await judged(after, [...path, name])
          next.push({ holding: after, path: [...path, name], again: save() })
        }
      }
      back()
    }
    return next
  }
  await judged(begin, [])
  let layer: ReadonlyArray<Next<Holding>> = [{ holding: begin, path: [], again: save() }]
  for (let length = 1; length <= depth && layer.length > 0; length += 1) {
    const reached: Array<Next<Holding>> = []
    for (const { again, holding, path } of layer) {
      again()
      reached.push(...(await visit(holding, path)))
    }
    layer = reached
  }
  return { calls, states }
}

interface Next<Holding> {
  readonly holding: Holding
  readonly path: ReadonlyArray<string>
  /** Returns to this state. */
  readonly again: () => void
}
