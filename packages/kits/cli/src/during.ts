import type { Terminal } from "./Terminal.ts"

/** Runs long work with a progress line on an interactive terminal. Removes the line when the work is done. */
export const withProgress = async <A>(
  { err, isWatched }: Pick<Terminal, "err" | "isWatched">,
  what: string,
  work: (onProgress: (progress: string) => void) => Promise<A>
): Promise<A> => {
  if (!isWatched) return work(() => {})
  const began = Date.now()
  let progress = ""
  const draw = () => err(`${REDRAW}${what} … ${progress}${progress === "" ? "" : ", "}${seconds(Date.now() - began)} s`)
  const timer = setInterval(draw, 1000)
  try {
    draw()
    return await work((onProgress) => {
      progress = onProgress
      draw()
    })
  } finally {
    clearInterval(timer)
    err(REDRAW)
  }
}

/** ECMA-48: return to the first column and erase the line. */
const REDRAW = "\r\u001b[2K"

const seconds = (millis: number): number => Math.round(millis / 1000)
