import { createInterface } from "node:readline/promises"
import { run } from "./run.ts"
import { takesColours } from "./Terminal.ts"

// The reader has closed the pipe, as `head` does. This is not an error.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error
})

/** Ctrl-C and Ctrl-D at a prompt reject: the user cancels. */
const ask = async (question: string): Promise<string> => {
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return await lines.question(question)
  } finally {
    lines.close()
  }
}

/** Resolves once, because npm forwards a signal that the terminal has already sent. */
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
