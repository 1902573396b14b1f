import { execFile } from "node:child_process"
import { pairs } from "../packaging/pack.ts"
import { root, text } from "../workspace/disk.ts"

/** Every `check:` script of package.json that starts on the compiled checks, in its order there. */
const steps = Object.keys(JSON.parse(text("package.json")).scripts).filter(
  (name) => name.startsWith("check:") && name !== "check:types"
)

interface Ended {
  readonly step: string
  readonly failed: boolean
  readonly output: string
}

const run = (step: string): Promise<Ended> =>
  new Promise((resolve) => {
    execFile("npm", ["run", "-s", step], { cwd: root, maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) =>
      resolve({ step, failed: error !== null, output: stdout + stderr })
    )
  })

// Two at a time: each is one process that computes.
const ended = await pairs(steps, async (step) => {
  const one = await run(step)
  process.stdout.write(one.output)
  return one
})

for (const { failed, step } of ended) {
  if (!failed) continue
  process.stdout.write(`npm run ${step} failed\n`)
  process.exitCode = 1
}
