import { clientKey, oauthAddition, passkeyAddition, RP } from "@countersign/harness/fixtures"
import { makeAuthenticator } from "@countersign/harness/passkeys/authenticator"
import { basic, callers, type LocalWorld, retryHeaders, session } from "@countersign/harness/world"
import * as fc from "fast-check"
import type { Input, Request } from "../../edge/Input.ts"
import type { Stage } from "../../edge/stage.ts"
import { altered } from "./recorded.ts"

/** Second legs of a pending request, valid except for the mutation. */
export const signedInputs = ({ world }: Stage): fc.Arbitrary<Input> => {
  const wallet = wallets(world)
  return fc.tuple(fc.nat(OPERATIONS.length - 1), fc.integer()).map(([at, seed]) => ({
    family: "signed leg",
    isOnce: true,
    request: async () => {
      // An earlier leg that was accepted may have ended the session of this one.
      const leg = (await secondLeg(world, await wallet(), at)) ?? (await secondLeg(world, await opened(world), at))
      if (leg === undefined) throw new Error(`the signed operation ${at} required no signature`)
      // The value to mutate is known only now. A separate seed makes the mutation reproducible.
      return fc.sample(altered(leg), { seed, numRuns: 1 })[0] ?? leg
    }
  }))
}

type Wallet = Awaited<ReturnType<typeof opened>>
type Call = Pick<Request, "method" | "path"> & { readonly body?: object }

/** The signed operations of one wallet. */
const OPERATIONS: ReadonlyArray<(world: LocalWorld, wallet: Wallet) => Call> = [
  (_, { accountId }) => ({ ...exported, path: `/internal-accounts/${accountId}/export` }),
  (_, { sessionId }) => ({ ...exported, path: `/auth/sessions/${sessionId}/refresh` }),
  (_, { accountId }) => ({ method: "PATCH", path: `/internal-accounts/${accountId}`, body: { privateEnabled: true } }),
  (_, { customerId }) => ({ method: "PATCH", path: `/customers/${customerId}`, body: { email: "new@example.com" } }),
  (world, { accountId }) => ({ ...added, body: oauthAddition(world, accountId, "another") }),
  (_, { accountId }) => ({ ...added, body: passkeyAddition(accountId, makeAuthenticator(RP)) }),
  (_, { sessionId }) => ({ method: "DELETE", path: `/auth/sessions/${sessionId}` })
]
const exported = { method: "POST", body: { clientPublicKey: clientKey().hex } }
const added = { method: "POST", path: "/auth/credentials" }

/** Makes the first leg. Returns the request of the second leg. */
const secondLeg = async (world: LocalWorld, wallet: Wallet, at: number): Promise<Request | undefined> => {
  const operation = OPERATIONS[at]
  if (operation === undefined) throw new Error(`there is no signed operation ${at}`)
  const { body, method, path } = operation(world, wallet)
  const sent = body === undefined ? {} : { body }
  const first = await world.call(callers.a, method, path, sent)
  if (first.status !== 202) return undefined
  return {
    method,
    path,
    headers: [
      ["Authorization", basic(callers.a)],
      ["Content-Type", "application/json"],
      ...Object.entries(retryHeaders(first.body, wallet.keys))
    ],
    ...(body === undefined ? {} : { body: JSON.stringify(body) })
  }
}

/** A wallet with a session. It is replaced from time to time, because a mutation without effect is executed. */
const wallets = (world: LocalWorld) => {
  let left = 0
  let fresh: Promise<Wallet> | undefined
  return (): Promise<Wallet> => {
    if (left === 0 || fresh === undefined) fresh = opened(world)
    left = left === 0 ? USES : left - 1
    return fresh
  }
}
const USES = 9

const opened = async (world: LocalWorld) => {
  const customer = await world.customer(callers.a)
  const { keys, session: one } = await session(world, callers.a, customer.credentialId)
  return { ...customer, keys, sessionId: String(one.id) }
}
