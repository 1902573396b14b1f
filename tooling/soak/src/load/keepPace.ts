/** Makes one run and returns its result. */
export type Act = () => Promise<string>

/**
 * Starts runs at a fixed rate. A run that is due while all users are busy waits, and its wait counts (open-loop load).
 * A closed-loop load, which waits for each response, would reduce the load on a slow server. With no pause, every user
 * starts its next run at once.
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

/** The load to generate: a number of runs per second, independent of the duration of earlier runs. */
export interface Pace {
  readonly port: number
  readonly seed: unknown
  /** The name of a flow of the bench, which requires its expected responses, or `flood`, which accepts any response. */
  readonly flow: string
  readonly users: number
  /** Default: as many as the server can handle. */
  readonly perSecond?: number | undefined
  readonly millis: number
}

/** The results of a paced load. */
export interface Paced {
  /** Milliseconds from the due time of a run to its end, including the time that it waited for a free user. */
  readonly times: ReadonlyArray<number>
  /** Completed runs per second. */
  readonly rate: number
  /** The number of responses by result. */
  readonly answers: Readonly<Record<string, number>>
}
