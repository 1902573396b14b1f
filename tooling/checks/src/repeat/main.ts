import { spawn } from "node:child_process"
import { parseArgs } from "node:util"
import { command } from "../packaging/command.ts"
import { isThere, root } from "../workspace/disk.ts"

const { positionals: files, values } = parseArgs({
  allowPositionals: true,
  options: {
    times: { type: "string", default: "20" },
    busy: { type: "string", default: "0" },
    title: { type: "string" }
  }
})
const [times, busy] = [Number(values.times), Number(values.busy)]
const missing = files.find((file) => !isThere(file))
if (files.length === 0) throw new Error("Usage: npm run repeat -- FILE..., with the test files to run.")
if (missing !== undefined) throw new Error(`Usage: npm run repeat -- FILE..., but there is no file ${missing}.`)
if (!(Number.isInteger(times) && times > 0)) throw new Error("--times takes a number above 0.")
if (!(Number.isInteger(busy) && busy >= 0)) throw new Error("--busy takes a number of processes.")

const spin = "const parent = process.ppid; while (process.ppid === parent);"
const load = Array.from({ length: busy }, () => spawn(process.execPath, ["-e", spin], { stdio: "ignore" }))
// Otherwise this process would wait for them at its end.
for (const each of load) each.unref()
process.once("exit", () => {
  for (const each of load) each.kill("SIGKILL")
})
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(130))

const title = values.title === undefined ? [] : ["-t", values.title]
const words = ["node_modules/vitest/vitest.mjs", "run", ...title, ...files]

const seconds: Array<number> = []
let failures = 0
for (let time = 1; time <= times; time += 1) {
  const start = performance.now()
  const { ok, output } = await command(process.execPath, words, root)
  seconds.push((performance.now() - start) / 1000)
  process.stdout.write(`run ${time} of ${times}: ${Math.round(seconds.at(-1) ?? 0)} s\n`)
  if (ok) continue
  failures += 1
  process.stdout.write(`${output}\nrun ${time} of ${times} failed\n`)
}
const [least = 0, most = 0] = [Math.min(...seconds), Math.max(...seconds)].map(Math.round)
process.stdout.write(
  `repeat: ${times - failures} passed, ${failures} failed, ${least} to ${most} s a run, beside ${busy} busy processes: ${files.join(" ")}\n`
)
// Not by exitCode: the busy processes would keep this one alive.
process.exit(failures === 0 ? 0 : 1)
