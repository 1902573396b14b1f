import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { issuerOf, walletSite } from "@countersign/example-web-wallet"
import { countersignExpress } from "@countersign/express"
import { SANDBOX_ISSUERS } from "@countersign/sandbox"
import { type CountersignOptions, createCountersign } from "countersign"
import express from "express"
import { openData } from "./openData.ts"
import { forgetServer, rememberServer, type SandboxServer } from "./sandboxServer.ts"
import type { Data, Settings } from "./settings.ts"
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
  const listening = createServer()
  // The port comes first: the page's identity provider is known by it.
  const bound = await listen(listening, port)
  const parts = await opened(data, `http://localhost:${bound}`).catch((error: unknown) => {
    listening.close()
    throw error
  })
  const { countersign, site, token, where } = parts
  const app = express()
  app.disable("x-powered-by")
  app.use(site.router)
  app.use(countersignExpress(countersign))
  listening.on("request", app)
  const server: SandboxServer = {
    baseUrl: `http://127.0.0.1:${bound}/2025-10-13`,
    token,
    bundleSigner: countersign.bundleSigner
  }
  const ready = async () => {
    await site.subscribe()
    await rememberServer(file, server)
  }
  await ready().catch(async (error: unknown) => {
    listening.close()
    await parts.close()
    throw error
  })
  return {
    ...server,
    page: `http://localhost:${bound}/`,
    where,
    developmentDefaults: countersign.developmentDefaults,
    /** Answers what is under way before anything is let go of. */
    close: async () => {
      await forgetServer(file)
      listening.close()
      listening.closeIdleConnections()
      await parts.close()
      listening.closeAllConnections()
      await letGo()
    }
  }
}

/** The service and the page, on the data they keep, and what lets go of all of them. */
const opened = async (data: Data, origin: string) => {
  const { close: closeData, options, token: given, where } = await openData(data)
  const countersign = createCountersign({ ...options, ...forDesk(origin) })
  const closeService = async () => {
    await countersign.close()
    await closeData()
  }
  try {
    const token = given ?? countersign.sandboxToken
    if (token === undefined) throw new Error("A sandbox without options makes a token")
    const site = await walletSite({ countersign, origin })
    const close = async () => {
      await site.close()
      await closeService()
    }
    return { countersign, site, token, where, close }
  } catch (error) {
    await closeService()
    throw error
  }
}

/** Whoever tries it out has a receiver on this machine, and may sign in with the page's provider. */
const forDesk = (origin: string): CountersignOptions => ({
  webhooks: { allowPrivate: true },
  sandbox: { issuers: [...SANDBOX_ISSUERS, issuerOf(origin)] }
})

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
