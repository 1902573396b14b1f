import { execFile } from "node:child_process"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { pack, workspaces } from "@countersign/checks"
import { inTurn, ratioOf, spread } from "../run/figures.ts"
import type { Goal, Line } from "../run/report.ts"

/** Packs a workspace and those it depends on as for publishing, and installs them as an external user does. */
const install = async (name: string, folder: string): Promise<void> => {
  await writeFile(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }))
  const packed = await pack([...needed(name)], folder)
  const args = ["install", "--prefer-offline", "--no-audit", "--no-fund", ...packed.map(({ tarball }) => tarball)]
  await promisify(execFile)("npm", args, { cwd: folder })
}

/** The folders of a workspace and of all its workspace dependencies. */
const needed = (name: string, reached = new Set<string>()): ReadonlySet<string> => {
  const found = workspaces().find(({ manifest }) => manifest.name === name)
  if (found === undefined || reached.has(found.folder)) return reached
  reached.add(found.folder)
  for (const dependency of Object.keys(found.manifest.dependencies ?? {})) needed(dependency, reached)
  return reached
}

/** Prints the milliseconds from the start of the process to the first answer, and the megabytes a second later. */
const SERVICE = `
import { createCountersign } from "countersign"
const countersign = createCountersign()
const { id, secret } = countersign.sandboxToken
const headers = { authorization: "Basic " + btoa(id + ":" + secret) }
const response = await countersign.handler(new Request("http://localhost/2025-10-13/customers", { headers }))
if (response.status !== 200) throw new Error("the first call returned status " + response.status)
const answered = performance.now()
setTimeout(() => {
  console.log(answered, process.memoryUsage.rss() / 1e6)
  process.exit()
}, 1000)
`
const EMPTY = "console.log(performance.now())"

/** Boot time and idle memory of a host in memory, measured on packed packages. */
export const footprintLines = async (times: number): Promise<ReadonlyArray<Line>> => {
  const folder = await mkdtemp(join(tmpdir(), "countersign-footprint-"))
  try {
    await install("countersign", folder)
    const [service = [], empty = []] = await inTurn([SERVICE, EMPTY], { rounds: times }, async (program) => {
      await writeFile(join(folder, "program.js"), program)
      const { stdout } = await promisify(execFile)(process.execPath, ["program.js"], { cwd: folder })
      return stdout.trim().split(" ").map(Number)
    })
    const [answered, idle] = [0, 1].map((at) => service.map((numbers) => numbers[at] ?? Number.NaN))
    const nothing = empty.map(([milliseconds = Number.NaN]) => milliseconds)
    const line = (name: string, unit: string, values: ReadonlyArray<number> = [], goal?: Goal): Line => {
      return { section: "Footprint", name, unit, ...spread(values), goal }
    }
    return [
      line("boot to first answer, in memory", "ms", answered, ["<=", 1000]),
      { ...line("boot to first answer, against an empty program", "times"), ...ratioOf(answered ?? [], nothing) },
      line("resident, idle", "MB", idle, ["<=", 120])
    ]
  } finally {
    await rm(folder, { recursive: true })
  }
}
