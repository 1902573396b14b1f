import { once } from "node:events"
import { createServer, type Server } from "node:http"
import { SIGNATURE_HEADER } from "@countersign/http"
import { nodeBridge } from "@countersign/http/node"
import { type Countersign, type CountersignOptions, createCountersign, type DevelopmentDefault } from "countersign"
import type { Front } from "./Front.ts"
import type { Opened } from "./openData.ts"
import { forgetServer, rememberServer, type SandboxServer } from "./SandboxServer.ts"
import { takeFolder } from "./takeFolder.ts"

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
