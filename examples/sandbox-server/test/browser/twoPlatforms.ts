import { createServer, type IncomingMessage } from "node:http"
import { type Node, serviceOf } from "@countersign/harness/nodes"
import { basic, type Caller, callers } from "@countersign/harness/world"
import { bundled, listening, PAGE } from "./app.ts"

/** A platform made by API, with the relying party, origin and issuer of its page, and its access policy. */
export interface Shop {
  readonly name: string
  readonly caller: Caller
  readonly origin: string
  readonly rpId: string
  readonly issuer: { readonly iss: string; readonly aud: string }
  readonly accessPolicy: object
}

/** The policy that only a session of a passkey signs the operation. */
export const passkeyFor = (operation: string) => ({
  operations: [{ operations: [operation], credentialTypes: ["PASSKEY"] }]
})

/**
 * Two platforms made by API on one service of two nodes, and their pages at `NAME.localhost`. The pages' server forwards
 * calls to the first node with the API token of the platform that the cookie names; settings are changed at the second.
 */
export const startPlatforms = async (nodes: readonly [Node, Node]) => {
  const [first, second] = nodes.map((node) => serviceOf(() => [node]))
  if (first === undefined || second === undefined) throw new Error("two nodes are needed")
  const scripts = await bundled()
  const server = createServer({ keepAliveTimeout: 600_000 })
  const port = new URL(await listening(server)).port
  const made = async (name: string, accessPolicy: object): Promise<Shop> => {
    const body = { platformId: name, name: "first", permissions: ["VIEW", "TRANSACT", "MANAGE", "OPERATE"] }
    const { body: created } = await first.call(callers.chief, "POST", "/platforms", { body })
    const rpId = `${name}.localhost`
    const shop = {
      name,
      caller: { token: created.token.clientId, secret: created.token.clientSecret },
      origin: `http://${rpId}:${port}`,
      rpId,
      issuer: { iss: `https://login.${name}.example`, aud: name },
      accessPolicy
    }
    return shop
  }
  const shops = [await made("shop", passkeyFor("EXPORT_WALLET")), await made("bank", passkeyFor("REFRESH_SESSION"))]
  const forwarded = async (request: IncomingMessage, caller: Caller) => {
    const chunks: Array<Buffer> = []
    for await (const chunk of request) chunks.push(chunk)
    const names = ["content-type", "request-id", "service-wallet-signature"]
    const sent = names.flatMap((name) => {
      const value = request.headers[name]
      return typeof value === "string" ? [[name, value] as const] : []
    })
    return fetch(`${nodes[0].url}${request.url}`, {
      method: request.method ?? "GET",
      headers: { ...Object.fromEntries(sent), authorization: basic(caller) },
      ...(chunks.length === 0 ? {} : { body: Buffer.concat(chunks) })
    })
  }
  server.on("request", async (request, response) => {
    const reply = (type: string, text: string) => response.setHeader("content-type", type).end(text)
    if (request.url === "/") return reply("text/html", PAGE)
    const script = scripts.get(String(request.url))
    if (script !== undefined) return reply("text/javascript", script)
    if (request.url === "/config") return reply("application/json", JSON.stringify(first.countersign))
    const shop = shops.find(({ name }) => request.headers.cookie === `platform=${name}`)
    if (shop === undefined) return response.writeHead(404).end()
    const answer = await forwarded(request, shop.caller)
    response.statusCode = answer.status
    return reply("application/json", await answer.text())
  })
  return {
    shops,
    first,
    second,
    close: () => {
      server.close()
      server.closeAllConnections()
    }
  }
}
