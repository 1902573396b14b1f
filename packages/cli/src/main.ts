import { createInterface } from "node:readline/promises"
import { run } from "./run.ts"
import { takesColours } from "./Terminal.ts"

// Whoever reads may have seen enough, as `head` does: nobody is left to tell, and nothing went wrong.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error
})

/** Ctrl-C and Ctrl-D in place of an answer reject: nobody wants to go on. */
const ask = async (question: string): Promise<string> => {
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return await lines.question(question)
  } finally {
    lines.close()
  }
}

/** Told twice, as npm tells its child after the terminal has, it stops once. */
const stopped = (): Promise<void> =>
  new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => resolve())
  })

process.exitCode = await run(process.argv.slice(2), {
  env: process.env,
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  hasColours: takesColours(process.env, process.stdout.isTTY === true),
  isWatched: process.stderr.isTTY === true,
  ...(process.stdin.isTTY === true ? { ask } : {}),
  stopped
})
