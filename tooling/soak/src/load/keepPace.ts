import type { Pace, Paced } from "./Pace.ts"

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
