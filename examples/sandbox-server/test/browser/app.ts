import { once } from "node:events"
import { createServer } from "node:http"
import { fileURLToPath } from "node:url"
import { countersignExpress } from "@countersign/express"
import { createCountersign, secretDigest } from "countersign"
import { build } from "esbuild"
import express from "express"

const TOKEN = { id: "browser-test", secret: "never-in-the-page" }
const AUTHORIZATION = `Basic ${Buffer.from(`${TOKEN.id}:${TOKEN.secret}`).toString("base64")}`

/**
 * A platform with a page at two origins: one that its passkey policy allows, and another port that it does not allow.
 * Both forward the page's calls to the same Countersign with the API token, which the page does not have.
 */
export const startApp = async () => {
  const scripts = await bundled()
  const [home, elsewhere] = [createServer({ keepAliveTimeout: 600_000 }), createServer({ keepAliveTimeout: 600_000 })]
  const [origin, otherOrigin] = [await listening(home), await listening(elsewhere)]
  const countersign = createCountersign({
    tokens: [{ id: TOKEN.id, secretSha256: secretDigest(TOKEN.secret), platformId: "browser", mode: "sandbox" }],
    sandbox: { passkeys: { rpIds: ["localhost"], origins: [origin] } }
  })
  const app = express()
  app.get("/", (_, response) => void response.type("html").send(PAGE))
  for (const [path, script] of scripts) app.get(path, (_, response) => void response.type("js").send(script))
  app.get("/config", (_, response) => void response.json({ bundleSigner: countersign.bundleSigner }))
  app.use(countersignExpress({ handler: (request) => countersign.handler(authorized(request)) }))
  for (const server of [home, elsewhere]) server.on("request", app)

  const call = async (path: string, body?: object) => {
    const response = await fetch(`${origin}/2025-10-13${path}`, {
      ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
      headers: { "content-type": "application/json" }
    })
    return response.json()
  }
  return {
    origin,
    otherOrigin,
    /** Creates a customer. Returns the wallet and its EMAIL_OTP credential. */
    customer: async (email: string) => {
      const customer = await call("/customers", { customerType: "INDIVIDUAL", fullName: "Ada Example", email })
      const accounts = await call(`/internal-accounts?customerId=${customer.id}&type=EMBEDDED_WALLET`)
      const accountId: string = accounts.data[0].id
      const credentials = await call(`/auth/credentials?accountId=${accountId}`)
      const credentialId: string = credentials.data[0].id
      return { accountId, credentialId }
    },
    close: async () => {
      for (const server of [home, elsewhere]) {
        server.close()
        server.closeAllConnections()
      }
      await countersign.close()
    }
  }
}

/** Adds the API token to a request, as the proxy of a platform does. */
const authorized = (request: Request): Request => {
  request.headers.set("authorization", AUTHORIZATION)
  return request
}

/** The client library, bundled as in an app: `/page.js` and the chunks that it loads on demand, by path. */
export const bundled = async (): Promise<ReadonlyMap<string, string>> => {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL("page.ts", import.meta.url))],
    bundle: true,
    splitting: true,
    outdir: "/",
    format: "esm",
    platform: "browser",
    conditions: ["source"],
    target: "es2022",
    write: false
  })
  return new Map(outputFiles.map(({ path, text }) => [path, text]))
}

export const listening = async (server: ReturnType<typeof createServer>): Promise<string> => {
  server.listen(0, "localhost")
  await once(server, "listening")
  const address = server.address()
  if (typeof address !== "object" || address === null) throw new Error("A server that listens has an address")
  return `http://localhost:${address.port}`
}

export const PAGE = `<!doctype html><title>Wallet</title><script type="module" src="/page.js"></script>`
