import { execFile } from "node:child_process"
import { once } from "node:events"
import { link, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises"
import { createServer, type Server } from "node:http"
import { dirname } from "node:path"
import { promisify } from "node:util"
import { SIGNATURE_HEADER } from "@countersign/http"
import { nodeBridge } from "@countersign/http/node"
import { type Countersign, type CountersignOptions, createCountersign, type DevelopmentDefault } from "countersign"
import { codeOf, type Front, forgetServer, rememberServer, type SandboxServer, textOf } from "./Front.ts"
import { localOnly } from "./localOnly.ts"
import type { Opened } from "./openData.ts"

/**
 * Returns the command line of a process, or `undefined` when it does not exist. A pid is not enough: after a crash it
 * may belong to another program. Empty when the system does not provide it.
 */
export const commandOf = async (pid: number): Promise<string | undefined> => {
  if (!isAlive(pid)) return undefined
  const listed = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => undefined)
  if (listed !== undefined) return listed.split("\0").join(" ").trim()
  const listing = await promisify(execFile)("ps", ["-ww", "-o", "args=", "-p", String(pid)]).catch(() => undefined)
  return listing?.stdout.trim() ?? ""
}

/** A process of another user cannot be signalled, but exists. */
const isAlive = (pid: number): boolean => {
  if (!Number.isInteger(pid) || pid <= 0) return false
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return codeOf(error) === "EPERM"
  }
}

/**
 * Locks the folder, because a second sandbox would treat the first one's database as left over and stop it. Returns a
 * function that removes the lock. A lock of a process that was killed is ignored. `elsewhere` is the command that
 * starts a sandbox on another port.
 */
const takeFolder = async (file: string, elsewhere: string): Promise<() => Promise<void>> => {
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
  // Another start may have replaced the lock in the meantime, so the moved file is checked again.
  await rename(lock, aside).catch(() => undefined)
  const moved = await textOf(aside)
  if (moved !== undefined && moved !== text) await linked(aside, lock)
  await rm(aside, { force: true })
}

const requireStale = async (lock: string, text: string, elsewhere: string): Promise<void> => {
  const { command, pid } = holderOf(text)
  // In a container every start may have the same pid.
  if (pid === process.pid || command === undefined || (await commandOf(pid)) !== command) return
  throw new Error(
    `A sandbox is already running here, as process ${pid}. Stop it, or start this one on another port and folder: ` +
      `SANDBOX_FILE=second/sandbox.json ${elsewhere}. If that process is not a sandbox, remove ${lock}`
  )
}

const holderOf = (text: string): { readonly pid: number; readonly command?: string } => {
  try {
    return JSON.parse(text)
  } catch {
    return { pid: 0 }
  }
}

export interface SandboxSettings {
  readonly port: number
  /** The file for its settings; its data is stored in the same folder. */
  readonly file: string
  /** Opens the storage of its records, after the folder is locked. */
  readonly open: () => Promise<Opened>
  readonly front?: Front
  readonly logs?: CountersignOptions["logs"]
  /** Additional names of the signature header, for clients that use another name. */
  readonly signatureHeaders?: ReadonlyArray<string>
  /** The command that starts a sandbox on another port, for the error message when this port is taken. */
  readonly elsewhere: string
}

export interface RunningSandbox extends SandboxServer {
  /** The address for a browser on this machine, with the host name that passkeys require. */
  readonly origin: string
  readonly where: string
  /** All accepted names of the stamp header, the documented one first. */
  readonly signatureHeaders: readonly [string, ...string[]]
  readonly developmentDefaults: ReadonlyArray<DevelopmentDefault>
  /** The name and the address of each page beside the API. */
  readonly pages: ReadonlyArray<readonly [name: string, address: string]>
  /** Waits for calls under way, then releases everything. */
  readonly close: () => Promise<void>
}

/** Serves a sandbox on loopback, and writes its settings for the commands of a second shell. */
export const serveSandbox = async (settings: SandboxSettings): Promise<RunningSandbox> => {
  /** The functions that release each resource, in the order of acquisition. */
  const cleanups: Array<() => unknown> = []
  const close = async () => {
    for (const letGo of cleanups.splice(0).reverse()) await letGo()
  }
  try {
    return { ...(await served(settings, (letGo) => cleanups.push(letGo))), close }
  } catch (error) {
    await close()
    throw error
  }
}

const served = async (
  settings: SandboxSettings,
  onClose: (letGo: () => unknown) => void
): Promise<Omit<RunningSandbox, "close">> => {
  onClose(await takeFolder(settings.file, settings.elsewhere))
  const { close, options, token, where } = await settings.open()
  onClose(close)

  const listening = createServer()
  const port = await listen(listening, settings)
  const origin = `http://localhost:${port}`
  // Closes the remaining connections, because browsers leave theirs open.
  onClose(() => listening.closeAllConnections())

  const { signatureHeaders: aliases = [] } = settings
  const countersign = createCountersign({
    ...options,
    signatureHeader: { name: SIGNATURE_HEADER, aliases },
    errorsUrl: `${origin}/errors`,
    ...settings.front?.options(origin),
    logs: settings.logs ?? "json",
    // Developers run a webhook receiver on the same machine.
    webhooks: { allowPrivate: true }
  })
  onClose(() => countersign.close())
  const front = await settings.front?.open(countersign, origin)
  onClose(() => front?.close())

  const api = nodeBridge(countersign)
  listening.on("request", localOnly(front === undefined ? api : front.before(api)))
  onClose(() => {
    listening.close()
    listening.closeIdleConnections()
  })
  await front?.ready()

  const server: SandboxServer = {
    baseUrl: `http://127.0.0.1:${port}/2025-10-13`,
    token: token ?? madeToken(countersign),
    bundleSigner: countersign.bundleSigner
  }
  await rememberServer(settings.file, server)
  onClose(() => forgetServer(settings.file))
  const { developmentDefaults } = countersign
  const pages = settings.front?.pages.map(([name, path]) => [name, `${origin}${path}`] as const) ?? []
  return { ...server, origin, where, signatureHeaders: [SIGNATURE_HEADER, ...aliases], developmentDefaults, pages }
}

const madeToken = ({ sandboxToken }: Countersign): SandboxServer["token"] => {
  if (sandboxToken === undefined) throw new Error("A sandbox without options creates a token")
  return sandboxToken
}

const listen = async (server: Server, { elsewhere, port }: SandboxSettings): Promise<number> => {
  server.listen(port, "127.0.0.1")
  try {
    await once(server, "listening")
  } catch (cause) {
    throw new Error(`Port ${port} is not free. Choose another: ${elsewhere}`, { cause })
  }
  const address = server.address()
  return typeof address === "object" && address !== null ? address.port : port
}
