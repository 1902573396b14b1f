import { link, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises"
import { dirname } from "node:path"
import { commandOf } from "./commandOf.ts"

/**
 * One sandbox a folder: a second would take the first one's database for a left-over, and stop it. Answers what lets go
 * of the folder. Word of one that was killed is passed over. `elsewhere` is the command that starts one at another port.
 */
export const takeFolder = async (file: string, elsewhere: string): Promise<() => Promise<void>> => {
  const lock = `${file}.lock`
  const mine = `${lock}.${process.pid}`
  await mkdir(dirname(file), { recursive: true })
  await writeFile(mine, JSON.stringify({ pid: process.pid, command: await commandOf(process.pid) }), { mode: 0o600 })
  try {
    while (!(await linked(mine, lock))) await removeStale(lock, `${mine}.stale`, elsewhere)
  } finally {
    await rm(mine, { force: true })
  }
  return () => rm(lock, { force: true })
}

const linked = async (from: string, to: string): Promise<boolean> => {
  try {
    await link(from, to)
    return true
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false
    throw error
  }
}

const removeStale = async (lock: string, aside: string, elsewhere: string): Promise<void> => {
  const text = await textOf(lock)
  if (text === undefined) return
  await requireStale(lock, text, elsewhere)
  // Another start may have done the same meanwhile, and hold the folder by now: what was moved is looked at again.
  await rename(lock, aside).catch(() => undefined)
  const moved = await textOf(aside)
  if (moved !== undefined && moved !== text) await linked(aside, lock)
  await rm(aside, { force: true })
}

const requireStale = async (lock: string, text: string, elsewhere: string): Promise<void> => {
  const { command, pid } = holderOf(text)
  // In a container every start may have the pid of the one before.
  if (pid === process.pid || command === undefined || (await commandOf(pid)) !== command) return
  throw new Error(
    `A sandbox runs here already, as process ${pid}. Stop it, or give this one a port and a folder of its own: ` +
      `SANDBOX_FILE=second/sandbox.json ${elsewhere}. If it is none, remove ${lock}`
  )
}

const holderOf = (text: string): { readonly pid: number; readonly command?: string } => {
  try {
    return JSON.parse(text)
  } catch {
    return { pid: 0 }
  }
}

const textOf = async (file: string): Promise<string | undefined> => {
  try {
    return await readFile(file, "utf8")
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined
    throw error
  }
}

const codeOf = (error: unknown): unknown => (error instanceof Error && "code" in error ? error.code : undefined)
