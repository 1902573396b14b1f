import { execFile } from "node:child_process"
import { readFile } from "node:fs/promises"
import { promisify } from "node:util"

/**
 * The command line of a process, or undefined where there is none. A pid alone tells nothing: after a crash it may be
 * another program's. Empty where the system does not say.
 */
export const commandOf = async (pid: number): Promise<string | undefined> => {
  if (!isAlive(pid)) return undefined
  const listed = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => undefined)
  if (listed !== undefined) return listed.split("\0").join(" ").trim()
  const said = await promisify(execFile)("ps", ["-ww", "-o", "args=", "-p", String(pid)]).catch(() => undefined)
  return said?.stdout.trim() ?? ""
}

/** A process of another user may not be signalled, but is there. */
const isAlive = (pid: number): boolean => {
  if (!Number.isInteger(pid) || pid <= 0) return false
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM"
  }
}
