import { command } from "../packaging/command.ts"
import { pairs } from "../packaging/pack.ts"
import { root, text } from "../workspace/disk.ts"

/** Every `check:` script of package.json that starts on the compiled checks, in its order there. */
const steps = Object.keys(JSON.parse(text("package.json")).scripts).filter(
  (name) => name.startsWith("check:") && name !== "check:types"
)

// Two at a time: each is one process that computes.
const ended = await pairs(steps, async (step) => {
  const { ok, output } = await command("npm", ["run", "-s", step], root)
  process.stdout.write(output)
  return { ok, step }
})

for (const { ok, step } of ended) {
  if (ok) continue
  process.stdout.write(`npm run ${step} failed\n`)
  process.exitCode = 1
}
