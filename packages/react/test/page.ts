import { fileURLToPath } from "node:url"
import { countersignExpress, countersignGuard } from "@countersign/express"
import { usd } from "@countersign/harness/externalAccounts"
import { listening } from "@countersign/harness/listening"
import { createCountersign } from "countersign"
import { build } from "esbuild"
import express from "express"

const environment = { platformId: "react", mode: "sandbox" } as const

/** A page over a sandbox in memory. Each browser profile is an end user with a wallet, money and a payee. */
export const servePage = async (contents: string) => {
  const { outputFiles } = await build({
    stdin: { contents, loader: "tsx", resolveDir: fileURLToPath(new URL(".", import.meta.url)) },
    bundle: true,
    write: false,
    format: "esm",
    platform: "browser",
    conditions: ["source"],
    jsx: "automatic",
    define: { "process.env.NODE_ENV": '"development"' }
  })
  const countersign = createCountersign({ logs: "none" })
  const api = countersign.api.in(environment)
  const { revision } = await api.settings.read()
  await api.settings.update({ revision, recovery: { savedCodes: { enabled: true } } })
  // Each end user has an address of their own: codes to one address have a limit.
  let welcomed = 0
  const welcome = async () => {
    welcomed += 1
    const { id: customerId } = await api.customers.create({
      customerType: "INDIVIDUAL",
      email: `ada${welcomed}@example.com`
    })
    const { data } = await api.internalAccounts.list({ customerId, type: "EMBEDDED_WALLET" })
    await api.sandbox.fund(data[0]?.id ?? "", 100_000_000)
    await api.externalAccounts.create(usd({}, { customerId }))
    return customerId
  }

  const app = express()
  app.get("/", (_, response) => response.type("html").send(HTML))
  app.get("/visit", (_, response) => response.type("html").send(HTML))
  app.get("/app.js", (_, response) => response.type("js").send(outputFiles[0]?.text))
  app.get("/me", async (request, response) => {
    const customerId = userIn(request.headers.cookie) ?? (await welcome())
    const { data } = await api.internalAccounts.list({ customerId, type: "EMBEDDED_WALLET" })
    const { data: payees } = await api.externalAccounts.list({ customerId })
    response.cookie("user", customerId)
    response.json({ accountId: data[0]?.id, payee: payees[0]?.id, bundleSigner: countersign.bundleSigner })
  })
  // An endpoint of the host. Its answer to one payee is that of a hostile guard.
  const guard = api.requireSignature("CreatePayout", async ({ body, headers }) => {
    const customerId = userIn(headers.get("cookie")) ?? ""
    const { data } = await api.internalAccounts.list({ customerId, type: "EMBEDDED_WALLET" })
    const asked = Object(body)
    const payload = asked.payee === "Bob" ? { ...asked, payee: "Mallory", fee: 999_900 } : { ...asked, fee: 25 }
    return { accountId: data[0]?.id ?? "", payload }
  })
  const paid = countersignGuard(guard, (_, response: express.Response, { payload }) => {
    response.status(201).json(payload)
  })
  app.post("/payouts", express.json(), paid)
  const wallets = new Map<string, { readonly customerId: string; readonly accountId: string }>()
  const signUp = async (address: { readonly email?: string }) => {
    const { id: customerId } = await api.customers.create({ customerType: "INDIVIDUAL", ...address })
    const { data } = await api.internalAccounts.list({ customerId, type: "EMBEDDED_WALLET" })
    return { customerId, accountId: data[0]?.id ?? "" }
  }
  const signedIn = (user: Awaited<ReturnType<typeof signUp>>) => ({
    ...user,
    headers: { "set-cookie": `user=${encodeURIComponent(user.customerId)}; Path=/` }
  })
  const users = countersign.forVisitor(
    (request) => {
      const customerId = userIn(request.headers.get("cookie"))
      return customerId === undefined ? undefined : { ...environment, customerId }
    },
    {
      ...environment,
      signIn: async ({ accountId, customerId, email }) => {
        const user = email === undefined ? { accountId, customerId } : (wallets.get(email) ?? (await signUp({ email })))
        if (email !== undefined) wallets.set(email, user)
        return signedIn(user)
      },
      signUp: async () => signedIn(await signUp({}))
    }
  )
  app.use(countersignExpress(users))
  const { close, port } = await listening(app)
  return {
    url: `http://localhost:${port}/`,
    close: async () => {
      await close()
      await countersign.close()
    }
  }
}

const userIn = (cookie: string | null | undefined): string | undefined => {
  const user = /(?:^|; )user=([^;]+)/u.exec(cookie ?? "")?.[1]
  return user === undefined ? undefined : decodeURIComponent(user)
}

const HTML = `<!doctype html><html lang="en"><head><meta charset="utf-8" /><title>React</title><link rel="icon" href="data:," />
<script type="module" src="/app.js"></script></head><body><div id="root"></div></body></html>`
