import { spawn } from "node:child_process"
import { fileURLToPath } from "node:url"
import type { Outcome, Settings } from "./simulate.ts"

/** The settings of a run in another process. `only` are the numbers of the acts to play. */
export type RunSettings = Omit<Settings, "only"> & { readonly only?: ReadonlyArray<number> }

/** Runs a seed in a new process. A process that ends without an outcome has crashed, and its error is the violation. */
export const run = (given: RunSettings, program = one, limit = 60 * 60_000): Promise<Outcome> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, JSON.stringify(given)], { stdio: ["ignore", "pipe", "pipe"] })
    const [out, err]: ReadonlyArray<Array<Buffer>> = [[], []]
    child.stdout.on("data", (part: Buffer) => out?.push(part))
    child.stderr.on("data", (part: Buffer) => err?.push(part))
    const timer = setTimeout(() => child.kill("SIGKILL"), limit)
    child.once("error", reject).once("close", () => {
      clearTimeout(timer)
      const text = Buffer.concat(out ?? []).toString("utf8")
      if (text !== "") return resolve(JSON.parse(text))
      const says = Buffer.concat(err ?? [])
        .toString("utf8")
        .slice(0, 2000)
      const violations = [{ invariant: "process", says: says === "" ? "it does not end" : says, at: 0 }]
      resolve({ seed: given.seed, digest: "", violations, seen: {}, acts: [], lines: [], realMillis: 0 })
    })
  })

/** The program of a run, without an edit. */
export const one = fileURLToPath(new URL("../dist/one.js", import.meta.url))

/** Runs something for each of a list, so many at a time. */
export const inParallel = async <A>(
  list: ReadonlyArray<A>,
  atOnce: number,
  play: (one: A) => Promise<void>
): Promise<void> => {
  const left = [...list]
  const worker = async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) await play(next)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}
