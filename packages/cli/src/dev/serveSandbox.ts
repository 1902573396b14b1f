import { once } from "node:events"
import { createServer, type Server } from "node:http"
import { nodeBridge } from "@countersign/http/node"
import { type Countersign, type CountersignOptions, createCountersign, type DevelopmentDefault } from "countersign"
import type { Opened } from "./openData.ts"
import { forgetServer, rememberServer, type SandboxServer } from "./SandboxServer.ts"
import { takeFolder } from "./takeFolder.ts"

export interface SandboxSettings {
  readonly port: number
  /** Where it leaves word of itself; what it keeps stands beside that. */
  readonly file: string
  /** Opens what it keeps its records in, once the folder is its own. */
  readonly open: () => Promise<Opened>
  readonly logs?: CountersignOptions["logs"]
  /** The command that starts one at another port, for whoever finds this one taken. */
  readonly elsewhere: string
}

/** A sandbox that listens. */
export interface RunningSandbox extends SandboxServer {
  /** Where its records live, in words. */
  readonly where: string
  readonly developmentDefaults: ReadonlyArray<DevelopmentDefault>
  /** Answers what is under way before anything is let go of. */
  readonly close: () => Promise<void>
}

/** Serves a sandbox on loopback, and leaves word of it for the commands of a second shell. */
export const serveSandbox = async (settings: SandboxSettings): Promise<RunningSandbox> => {
  const letGo = await takeFolder(settings.file, settings.elsewhere)
  const opened = await settings.open().catch(async (error: unknown) => {
    await letGo()
    throw error
  })
  return served(settings, opened, async () => {
    await opened.close()
    await letGo()
  })
}

const served = async (settings: SandboxSettings, { options, token, where }: Opened, letGo: () => Promise<void>) => {
  // Whoever tries it out has a receiver on this machine.
  const countersign = createCountersign({ ...options, logs: settings.logs ?? "json", webhooks: { allowPrivate: true } })
  const listening = createServer(nodeBridge(countersign.handler))
  try {
    const port = await listen(listening, settings)
    const server: SandboxServer = {
      baseUrl: `http://127.0.0.1:${port}/2025-10-13`,
      token: token ?? madeToken(countersign),
      bundleSigner: countersign.bundleSigner
    }
    await rememberServer(settings.file, server)
    return {
      ...server,
      where,
      developmentDefaults: countersign.developmentDefaults,
      close: async () => {
        await forgetServer(settings.file)
        listening.close()
        listening.closeIdleConnections()
        await countersign.close()
        listening.closeAllConnections()
        await letGo()
      }
    }
  } catch (error) {
    listening.close()
    await countersign.close()
    await letGo()
    throw error
  }
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
