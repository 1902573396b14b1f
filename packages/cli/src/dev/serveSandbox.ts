import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { countersignExpress } from "@countersign/express"
import { createCountersign } from "countersign"
import express from "express"
import { openData } from "./openData.ts"
import { forgetServer, rememberServer, type SandboxServer } from "./sandboxServer.ts"
import type { Settings } from "./settings.ts"
import { takeFolder } from "./takeFolder.ts"

/** Serves a sandbox on loopback, and leaves word of it in `file` for `npm run login`. */
export const startSandboxServer = async (settings: Settings) => {
  const letGo = await takeFolder(settings.file)
  try {
    return await served(settings, letGo)
  } catch (error) {
    await letGo()
    throw error
  }
}

const served = async ({ data, file, port }: Settings, letGo: () => Promise<void>) => {
  const opened = await openData(data)
  // Whoever tries it out has a receiver on this machine.
  const countersign = createCountersign({ ...opened.options, webhooks: { allowPrivate: true } })
  const stop = async () => {
    await countersign.close()
    await opened.close()
  }
  const token = opened.token ?? countersign.sandboxToken
  if (token === undefined) throw new Error("A sandbox without options makes a token")
  const app = express()
  app.disable("x-powered-by")
  app.use(countersignExpress(countersign))
  const listening = createServer(app)
  const bound = await listen(listening, port).catch(async (error: unknown) => {
    await stop()
    throw error
  })
  const server: SandboxServer = {
    baseUrl: `http://127.0.0.1:${bound}/2025-10-13`,
    token,
    bundleSigner: countersign.bundleSigner
  }
  await rememberServer(file, server).catch(async (error: unknown) => {
    listening.close()
    await stop()
    throw error
  })
  return {
    ...server,
    where: opened.where,
    developmentDefaults: countersign.developmentDefaults,
    /** Answers what is under way before anything is let go of. */
    close: async () => {
      await forgetServer(file)
      listening.close()
      listening.closeIdleConnections()
      await countersign.close()
      listening.closeAllConnections()
      await opened.close()
      await letGo()
    }
  }
}

const listen = async (server: ReturnType<typeof createServer>, port: number): Promise<number> => {
  server.listen(port, "127.0.0.1")
  try {
    await once(server, "listening")
  } catch (cause) {
    throw new Error(`Port ${port} is not free. Choose another: PORT=4200 npm start`, { cause })
  }
  return portOf(server.address())
}

const portOf = (address: AddressInfo | string | null): number =>
  typeof address === "object" && address !== null ? address.port : 0
