import { createInterface } from "node:readline/promises"
import { run } from "./run.ts"

const question = async (text: string): Promise<string> => {
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  try {
    return await terminal.question(text)
  } finally {
    terminal.close()
  }
}

process.exitCode = await run(process.argv.slice(2), {
  folder: process.cwd(),
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  ...(process.stdin.isTTY && process.stdout.isTTY ? { question } : {})
})
