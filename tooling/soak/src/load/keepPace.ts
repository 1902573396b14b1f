/** Runs once, and tells what was answered. */
export type Act = () => Promise<string>

/**
 * Begins a run whenever one is due, as long as somebody is free; what finds nobody waits, and its wait counts. A load
 * that waited for answers before it asks again would be kind to a server that is slow. Without a pace all ask again at once.
 */
export const keepPace = async (
  acts: ReadonlyArray<Act>,
  { millis, perSecond }: Pick<Pace, "millis" | "perSecond">
): Promise<Paced> => {
  const began = performance.now()
  const dueAt = (nth: number) => (perSecond === undefined ? performance.now() : began + (nth * 1000) / perSecond)
  const times: Array<number> = []
  const answers: Record<string, number> = {}
  let next = 0
  const user = async (act: Act) => {
    for (let due = dueAt(next); due < began + millis; due = dueAt(next)) {
      next += 1
      while (performance.now() < due) await new Promise((resolve) => setTimeout(resolve, due - performance.now()))
      const answer = await act()
      times.push(performance.now() - due)
      answers[answer] = (answers[answer] ?? 0) + 1
    }
  }
  await Promise.all(acts.map(user))
  return { times, answers, rate: (times.length * 1000) / (performance.now() - began) }
}

/** What the load is told to do: so many runs a second, whatever came of those before. */
export interface Pace {
  readonly port: number
  readonly seed: unknown
  /** A flow of the bench by its name, of which every answer has to be the expected one; or `flood`: any answer will do. */
  readonly flow: string
  readonly users: number
  /** As many as the server takes, when left out. */
  readonly perSecond?: number | undefined
  readonly millis: number
}

/** What came of it. */
export interface Paced {
  /** Milliseconds from the moment at which a run was due to its end: what waited for its turn counts in full. */
  readonly times: ReadonlyArray<number>
  /** Runs that were done, a second. */
  readonly rate: number
  /** How often each thing was answered. */
  readonly answers: Readonly<Record<string, number>>
}
