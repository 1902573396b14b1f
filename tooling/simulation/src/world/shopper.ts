import type { ActiveSession } from "@countersign/client"
import { keyPair, retryHeaders } from "@countersign/harness/world"
import type { Backend } from "./Caller.ts"
import { hostOf, lab } from "./cast.ts"
import type { Party } from "./Simulation.ts"

const SHOP = `https://${hostOf(lab)}`

/** An end user of a shop, whose own endpoints take a session or a signature of the wallet. */
export const shoppers = (backend: Backend): Party["acts"] => {
  const { call, certain, client, freshEmail, own, sure, wait, wallet } = backend
  const session = async (): Promise<ActiveSession> => {
    const { credentialId } = await certain.customer(own, freshEmail())
    return client.emailOtp.login({ credentialId, code: () => "000000" })
  }
  const body = { note: "hello" }
  const proven = (signer: ActiveSession, path = "/me") =>
    client.prove(signer, { method: "POST", url: `${SHOP}${path}`, body })
  const visit = (headers: Readonly<Record<string, string>>) => call("POST", `${SHOP}/me`, body, { ...headers })
  return {
    "shows a session to the shop": async () => {
      const signer = await session()
      const proof = await proven(signer)
      for (const _ of [1, 2]) await visit(proof)
      await visit(await proven(signer, "/you"))
      await visit({})
      await visit({ ...(await proven(signer)), "Service-Wallet-Session": "mine" })
      const late = await proven(signer)
      await wait(61_000)
      await visit(late)
      await client.sessions.revoke(signer.id, { signer })
      await visit(await proven(signer))
    },
    "finds a route of the shop that reads the body first": async () => {
      await call("POST", `${SHOP}/careless`, body)
    },
    "signs a payout of the shop": async () => {
      const { accountId, keys } = await wallet()
      const own = { "x-account": accountId, "x-fee": "1" }
      const leg = await call("POST", `${SHOP}/payouts`, body, own)
      await call("POST", `${SHOP}/payouts`, body, { ...own, "x-fee": "2", ...retryHeaders(leg.body, keys) })
      await call("POST", `${SHOP}/payouts`, body, { ...own, ...retryHeaders(leg.body, keyPair()) })
      await call("POST", `${SHOP}/payouts`, body, { ...own, ...retryHeaders(leg.body, keys) })
      await call("POST", `${SHOP}/payouts`, { note: "x".repeat(5000) }, own)
      await sure("GET", `/receipts?accountId=${accountId}`)
    }
  }
}
