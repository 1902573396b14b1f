import { createClient } from "@countersign/client"
import { quoteOf } from "@countersign/harness/payments"
import { actor } from "../scheduler/Scheduler.ts"
import { nowhere } from "./Caller.ts"
import { type Home, hostOf, RP } from "./cast.ts"
import { authenticators } from "./device.ts"
import type { Party, Simulation } from "./Simulation.ts"

/** A person with a browser, who signs up and in at a platform's page that does not know their wallet. */
export const makeVisitor = ({ bundleSigner, issuer, mailbox, network }: Simulation, home: Home): Party => {
  const name = `visitor ${home.key}`
  const owner = actor(name)
  const send = network.fetchOf(owner)
  const origin = `https://${hostOf(home)}`
  const baseUrl = `${origin}/2025-10-13`
  const authenticator = authenticators()
  const email = `visitor@${home.mode}.${home.platformId}.example`
  let cookie = ""
  const browser: typeof fetch = async (input, init) => {
    const headers = new Headers(init?.headers)
    headers.set("cookie", cookie)
    const answer = await send(input, { ...init, headers })
    cookie = answer.headers.get("set-cookie") ?? cookie
    return answer
  }
  /** The page, which forgets all keys when it is left. */
  const page = () => createClient({ baseUrl, bundleSigner, fetch: browser, authenticators: authenticator })
  const codeOf = (address: string) => (home.mode === "sandbox" ? "000000" : mailbox.next(address))
  const signedIn = async (client = page(), address = email) => ({
    client,
    ...(await client.visitors.signIn({ email: address, code: () => codeOf(address) }))
  })
  const call = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    (
      await browser(`${baseUrl}${path}`, {
        method,
        headers: { ...(body === undefined ? {} : { "content-type": "application/json" }), ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) })
      })
    ).status

  return {
    owner,
    acts: {
      "signs in by a code": async () => {
        const { accountId, client } = await signedIn()
        await client.credentials.list(accountId)
        await client.sessions.list(accountId)
        await client.history.list(accountId)
      },
      "signs in by any passkey": async () => {
        const { accountId, client, session } = await signedIn()
        if (session === undefined) return
        const rp = { id: RP.id, name: "Wallet" }
        await client.passkeys.register({ accountId, nickname: "browser", signer: session, rp })
        const visitor = await page().visitors.signInWithPasskey({ rpId: RP.id })
        await client.sessions.list(visitor.accountId, { current: visitor.session })
      },
      "signs in by an identity": async (random) => {
        const client = page()
        const { nonce, state } = await client.visitors.beginOidc()
        const oidcToken = issuer.tokenOf(`visitor ${random.upTo(2)}`, client.now(), { nonce })
        await client.visitors.signInWithOidc({ oidcToken, state })
      },
      "is nobody's user": async () => {
        cookie = ""
        await call("GET", `/customers/${nowhere("Customer")}`)
        await signedIn(page(), `nobody@${home.platformId}.example`)
      },
      "reaches beyond its own": async () => {
        const { accountId, customerId } = await signedIn()
        await call("GET", `/customers/${nowhere("Customer")}`)
        await call("GET", "/customers")
        await call("POST", "/auth/sign-ins", { email }, { origin: "https://evil.example" })
        const ids = Array.from({ length: 9 }, (_, nth) => `Customer:00000000-0000-4000-8000-00000000000${nth}`)
        const senderCustomerInfo = { ids, customerId }
        await call("POST", "/quotes", { ...quoteOf(accountId, nowhere("ExternalAccount")), senderCustomerInfo })
      }
    }
  }
}
