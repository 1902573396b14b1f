import { once } from "node:events"
import { existsSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { createCountersign } from "countersign"
import { sandboxService } from "./sandboxService.ts"
import { SITE, walletServer } from "./server.ts"

/** Serves the page on loopback, over a sandbox in memory that has one customer. */
export const startWallet = async (env: Readonly<Record<string, string | undefined>>, page: string = SITE) => {
  const port = portOf(env.PORT ?? "8788")
  if (!existsSync(join(page, "index.html"))) {
    throw new Error("The page is not built. Build and start it: npm start -w examples/web-wallet")
  }
  const countersign = createCountersign()
  try {
    const api = countersign.api.in({ platformId: "sandbox", mode: "sandbox" })
    const customer = await api.customers.create({ customerType: "INDIVIDUAL" })
    const server = createServer(walletServer(sandboxService(countersign, customer.id), page))
    const bound = await listen(server, port)
    return {
      url: `http://127.0.0.1:${bound}/`,
      customerId: customer.id,
      /** Answers what is under way before anything is let go of. */
      close: async () => {
        server.close()
        server.closeIdleConnections()
        await countersign.close()
        server.closeAllConnections()
      }
    }
  } catch (error) {
    await countersign.close()
    throw error
  }
}

const portOf = (text: string): number => {
  const port = Number(text)
  if (text.trim() === "" || !Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new Error(`PORT must be a number from 0 to 65535, not ${JSON.stringify(text)}`)
  }
  return port
}

const listen = async (server: ReturnType<typeof createServer>, port: number): Promise<number> => {
  server.listen(port, "127.0.0.1")
  try {
    await once(server, "listening")
  } catch (cause) {
    throw new Error(`Port ${port} is not free. Choose another: PORT=8789 npm start -w examples/web-wallet`, { cause })
  }
  return boundTo(server.address())
}

const boundTo = (address: AddressInfo | string | null): number =>
  typeof address === "object" && address !== null ? address.port : 0
