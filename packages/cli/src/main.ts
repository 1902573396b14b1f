import { run } from "./run.ts"

// Whoever reads may have seen enough, as `head` does: nobody is left to tell, and nothing went wrong.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error
})

process.exitCode = await run(process.argv.slice(2), {
  env: process.env,
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text)
})
