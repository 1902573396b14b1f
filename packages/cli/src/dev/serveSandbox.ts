import { execFile } from "node:child_process"
import { once } from "node:events"
import { link, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises"
import { createServer, type Server } from "node:http"
import { dirname } from "node:path"
import { promisify } from "node:util"
import { SIGNATURE_HEADER } from "@countersign/http"
import { nodeBridge } from "@countersign/http/node"
import { type Countersign, type CountersignOptions, createCountersign, type DevelopmentDefault } from "countersign"
import { type Front, forgetServer, rememberServer, type SandboxServer } from "./Front.ts"
import type { Opened } from "./openData.ts"

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

/**
 * One sandbox a folder: a second would take the first one's database for a left-over, and stop it. Answers what lets go
 * of the folder. Word of one that was killed is passed over. `elsewhere` is the command that starts one at another port.
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

export interface SandboxSettings {
  readonly port: number
  /** Where it leaves word of itself; what it keeps stands beside that. */
  readonly file: string
  /** Opens what it keeps its records in, once the folder is its own. */
  readonly open: () => Promise<Opened>
  /** What is served beside the API. */
  readonly front?: Front
  readonly logs?: CountersignOptions["logs"]
  /** Further names of the signature header: clients of another make send the stamp under them. */
  readonly signatureHeaders?: ReadonlyArray<string>
  /** The command that starts one at another port, for whoever finds this one taken. */
  readonly elsewhere: string
}

/** A sandbox that listens. */
export interface RunningSandbox extends SandboxServer {
  /** Where a browser on this machine finds it, by the name that passkeys want. */
  readonly origin: string
  /** Where its records live, in words. */
  readonly where: string
  /** Every name under which it reads the stamp, the documented one first. */
  readonly signatureHeaders: readonly [string, ...string[]]
  readonly developmentDefaults: ReadonlyArray<DevelopmentDefault>
  /** Answers what is under way before anything is let go of. */
  readonly close: () => Promise<void>
}

/** Serves a sandbox on loopback, and leaves word of it for the commands of a second shell. */
export const serveSandbox = async (settings: SandboxSettings): Promise<RunningSandbox> => {
  /** What lets go of each thing that is held, in the order in which they were taken. */
  const held: Array<() => unknown> = []
  const close = async () => {
    for (const letGo of held.splice(0).reverse()) await letGo()
  }
  try {
    return { ...(await served(settings, (letGo) => held.push(letGo))), close }
  } catch (error) {
    await close()
    throw error
  }
}

const served = async (
  settings: SandboxSettings,
  hold: (letGo: () => unknown) => void
): Promise<Omit<RunningSandbox, "close">> => {
  hold(await takeFolder(settings.file, settings.elsewhere))
  const { close, options, token, where } = await settings.open()
  hold(close)

  const listening = createServer()
  const port = await listen(listening, settings)
  const origin = `http://localhost:${port}`
  // Whatever has been answered by then is cut: a browser keeps its connections open.
  hold(() => listening.closeAllConnections())

  const { signatureHeaders: aliases = [] } = settings
  const countersign = createCountersign({
    ...options,
    signatureHeader: { name: SIGNATURE_HEADER, aliases },
    ...settings.front?.options(origin),
    logs: settings.logs ?? "json",
    // Whoever tries it out has a receiver on this machine.
    webhooks: { allowPrivate: true }
  })
  hold(() => countersign.close())
  const front = await settings.front?.open(countersign, origin)
  hold(() => front?.close())

  const api = nodeBridge(countersign)
  listening.on("request", front === undefined ? api : front.before(api))
  hold(() => {
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
  hold(() => forgetServer(settings.file))
  const { developmentDefaults } = countersign
  return { ...server, origin, where, signatureHeaders: [SIGNATURE_HEADER, ...aliases], developmentDefaults }
}

const madeToken = ({ sandboxToken }: Countersign): SandboxServer["token"] => {
  if (sandboxToken === undefined) throw new Error("A sandbox without options makes a token")
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
