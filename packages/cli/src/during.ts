import type { Terminal } from "./Terminal.ts"

/** Says on one line how far the work is. */
export type Told = (progress: string) => void

/** Does long work. Whoever watches sees on one line what is done and how far it is; it is gone when the work is. */
export const during = async <A>(
  { err, isWatched }: Pick<Terminal, "err" | "isWatched">,
  what: string,
  work: (told: Told) => Promise<A>
): Promise<A> => {
  if (!isWatched) return work(() => {})
  const began = Date.now()
  let progress = ""
  const draw = () => err(`${REDRAW}${what} … ${progress}${progress === "" ? "" : ", "}${seconds(Date.now() - began)} s`)
  const timer = setInterval(draw, 1000)
  try {
    draw()
    return await work((told) => {
      progress = told
      draw()
    })
  } finally {
    clearInterval(timer)
    err(REDRAW)
  }
}

/** ECMA-48: back to the first column, and erase the line. */
const REDRAW = "\r\u001b[2K"

const seconds = (millis: number): number => Math.round(millis / 1000)
