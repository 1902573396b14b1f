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
