import { randomUUID } from "node:crypto"
import { createClient } from "@countersign/client"
import { parsePublicKey } from "@countersign/wire"
import { createCountersign } from "countersign"
import {
  expanded,
  holds,
  pairOf,
  pointOf,
  privateKeyOf,
  publicKeyOf,
  type Stamp,
  stamped,
  stampOf
} from "../native/native.ts"
import { all, type Comparison, type Contender } from "./Contender.ts"

interface Retry {
  readonly requestId: string
  readonly stamp: string
}

/**
 * The signed leg of a call that issues no key, in memory and in process. It is compared with the required minimum: read
 * the stamp, import its key, verify the signature, and consume the request once.
 */
export const signedLegs = async (): Promise<ReadonlyArray<Comparison>> => {
  const pair = pairOf()
  const key = privateKeyOf(pair)
  const sign = (payload: string) => stamped(payload, key, pair.compressed)
  const wallet = await walletOf(pair)

  const ours: Contender["ready"] = async (times) => {
    const retries: Retry[] = []
    for (let leg = 0; leg < times; leg += 1) {
      const { payloadToSign, requestId } = await wallet.challenge()
      retries.push({ requestId, stamp: sign(payloadToSign) })
    }
    return all(retries, wallet.isSigned)
  }

  const { payloadToSign } = await wallet.challenge()
  const bare =
    (keyOf: (stamp: Stamp) => ReturnType<typeof publicKeyOf>): Contender["ready"] =>
    async (times) => {
      const retries = Array.from({ length: times }, () => ({ requestId: randomUUID(), stamp: sign(payloadToSign) }))
      const waiting = new Map(retries.map(({ requestId }) => [requestId, payloadToSign]))
      return all(retries, ({ requestId, stamp: header }) => {
        const [payload, stamp] = [waiting.get(requestId), stampOf(header)]
        if (payload === undefined || stamp === undefined) return false
        return holds(stamp, payload, keyOf(stamp)) && waiting.delete(requestId)
      })
    }
  const kept = publicKeyOf(pair.point)
  return [
    {
      job: "the signed leg of a call, without a new key",
      ours: { name: "countersign, as a promise", ready: ours },
      others: [
        {
          name: "a bare signature check",
          goal: 0.75,
          ready: bare(({ publicKey }) => publicKeyOf(pointOf(expanded(publicKey))))
        },
        { name: "a bare signature check, its key kept", ready: bare(() => kept) }
      ],
      close: wallet.close
    }
  ]
}

/** The wallet of a user who signed in with this key pair, and a guarded call of the host for its session to sign. */
const walletOf = async (pair: ReturnType<typeof pairOf>) => {
  const countersign = createCountersign({ logs: "none", policy: { requestsPerAccount: UNLIMITED } })
  const wallet = countersign.api.in({ platformId: "sandbox", mode: "sandbox" })
  const customer = await wallet.customers.create({ customerType: "INDIVIDUAL", email: "ada@example.com" })
  const {
    data: [account]
  } = await wallet.internalAccounts.list({ customerId: customer.id, type: "EMBEDDED_WALLET" })
  const accountId = account?.id ?? ""
  const [credential] = await wallet.credentials.list(accountId)
  const { id, secret } = countersign.sandboxToken ?? { id: "", secret: "" }
  const client = createClient({
    baseUrl: "http://localhost/2025-10-13",
    headers: { authorization: `Basic ${btoa(`${id}:${secret}`)}` },
    bundleSigner: countersign.bundleSigner,
    fetch: (url, init) => countersign.handler(new Request(url, init))
  })
  const keyPair = { privateKey: pair.scalar, publicKey: parsePublicKey(pair.compressed) }
  await client.emailOtp.login({ credentialId: credential?.id ?? "", code: () => "000000", keyPair })

  const call = { name: "CreatePayout", method: "POST", path: "/payouts", body: { amount: 500 }, accountId }
  return {
    challenge: async () => {
      const { challenge } = await wallet.signedCall(call)
      if (challenge === undefined) throw new Error("a call without a stamp was not challenged")
      return challenge
    },
    isSigned: async (retry: Retry) => (await wallet.signedCall(call, retry)).isSigned,
    close: () => countersign.close()
  }
}

/** A token bucket that is never empty. */
const UNLIMITED = { capacity: 1_000_000_000, refillEvery: 1 }
