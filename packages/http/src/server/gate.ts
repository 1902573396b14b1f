import { refusal } from "../errors/answer.ts"
import type { Reply } from "../message/Reply.ts"

/** Counts what is under way, and takes nothing more once it is closed. */
export const makeGate = () => {
  let underWay = 0
  let isClosed = false
  const waiting = new Set<() => void>()
  const leave = (): void => {
    underWay -= 1
    if (underWay === 0) for (const tell of waiting) tell()
  }
  return {
    isClosed: () => isClosed,
    /** Counts one; answers how to tell, once, that it is done. */
    enter: (): (() => void) => {
      underWay += 1
      return leave
    },
    /** Whoever closes it, and again: resolves when nothing is under way any more, or after so many milliseconds; answers how much was left. */
    close: async (patience: number): Promise<number> => {
      isClosed = true
      if (underWay === 0) return 0
      let timer: ReturnType<typeof setTimeout> | undefined
      await Promise.race([
        new Promise<void>((resolve) => {
          waiting.add(resolve)
        }),
        new Promise<void>((resolve) => {
          timer = setTimeout(resolve, patience)
        })
      ])
      clearTimeout(timer)
      return underWay
    }
  }
}

export type Gate = ReturnType<typeof makeGate>

export interface Survival {
  readonly gate: Gate
  /** Logs a failure that no program named; returns the id under which it was logged. */
  readonly onDefect: (error: unknown, requestId?: string) => string
}

/** Does work unless the gate is closed; it is closed after the work is done, and what fails there is told and named. */
export const kept = <A>(
  options: Survival,
  work: () => Promise<A> | A,
  requestId?: string
): Promise<A | Reply> | Reply =>
  options.gate.isClosed()
    ? refusal("Stopping", { headers: { connection: "close" } })
    : survived(options, work, requestId)

/** Does work, also behind a closed gate. */
export const survived = async <A>(
  { gate, onDefect }: Survival,
  work: () => Promise<A> | A,
  requestId?: string
): Promise<A | Reply> => {
  const leave = gate.enter()
  try {
    return await work()
  } catch (error) {
    return refusal("Defect", { details: { incident: onDefect(error, requestId) } })
  } finally {
    leave()
  }
}
