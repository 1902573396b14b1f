import { execFile } from "node:child_process"
import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { promisify } from "node:util"

/** The measurements of one start of the service. */
export interface Boot {
  /** Milliseconds from the start of the process to the first answer. */
  readonly answered: number
  /** Resident megabytes a second after that answer. */
  readonly idle: number
  /** Milliseconds that an empty program took right afterwards, as a measure of the machine. */
  readonly empty: number
}

/** Starts the service of a folder in memory, in a new process each time, and makes one call. */
export const boots = async (folder: string, times: number): Promise<ReadonlyArray<Boot>> => {
  await writeFile(join(folder, "empty.js"), "console.log(performance.now())")
  await writeFile(join(folder, "boot.js"), BOOT)
  const boots: Array<Boot> = []
  for (let time = 0; time < times; time += 1) {
    const [answered = Number.NaN, idle = Number.NaN] = await numbersOf(folder, "boot.js")
    const [empty = Number.NaN] = await numbersOf(folder, "empty.js")
    boots.push({ answered, idle, empty })
  }
  return boots
}

const numbersOf = async (folder: string, file: string): Promise<ReadonlyArray<number>> => {
  const { stdout } = await promisify(execFile)(process.execPath, [file], { cwd: folder })
  return stdout.trim().split(" ").map(Number)
}

const BOOT = `
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
