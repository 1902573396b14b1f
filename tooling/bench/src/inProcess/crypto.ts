import { randomUUID } from "node:crypto"
import { Signatures } from "@countersign/core"
import { nodeSignatures } from "@countersign/node-crypto"
import { decodeStamp, encodeUtf8 } from "@countersign/wire"
import { verifyStampSignature } from "@turnkey/crypto"
import { Effect } from "effect"
import { signerOf } from "../flows/emailOtp.ts"
import { holds, pairOf, privateKeyOf, publicKeyOf, stamped, stampOf } from "../native/native.ts"
import { ENVIRONMENT } from "../ours/equipped.ts"
import { startFor } from "../ours/start.ts"
import { subjectPair } from "../seed/Seed.ts"
import type { Calls, Job } from "./lockstep.ts"

/** Applies a check to each input, which is prepared before the measurement. Throws if a check fails. */
export const checked =
  <A>(
    ready: (count: number) => ReadonlyArray<A> | Promise<ReadonlyArray<A>>,
    check: (input: A) => boolean | Promise<boolean>
  ): Calls =>
  async (count, meter) => {
    const inputs = await ready(count)
    await meter(async () => {
      for (const input of inputs) if (!(await check(input))) throw new Error("a side did not do its job")
    })
  }

/** Verifies stamps from their header: of sessions that sign repeatedly, and of keys that are new each time. */
export const stampJobs = async (): Promise<ReadonlyArray<Job>> => {
  const { verify } = await Effect.runPromise(Effect.provide(Signatures, nodeSignatures))
  const ours = (header: string) => {
    const { publicKey, signature } = decodeStamp(header)
    return Effect.runSync(verify({ message: encodeUtf8(PAYLOAD), publicKey, signature }))
  }
  // As in its documentation: the caller decodes the header.
  const turnkey = (header: string) => {
    const stamp = stampOf(header)
    return stamp !== undefined && verifyStampSignature(stamp.publicKey, stamp.signature.toString("hex"), PAYLOAD)
  }
  const known = Array.from({ length: 64 }, newStamp)
  const job = (name: string, source: (at: number) => string): Job => {
    const ready = (count: number) => Array.from({ length: count }, (_, at) => source(at))
    return { name, calls: 32, goal: [">=", 30], ours: checked(ready, ours), other: checked(ready, turnkey) }
  }
  return [
    job("@turnkey/crypto against ours: verify a stamp, one of 64 sessions", (at) => known[at % 64] ?? newStamp()),
    job("@turnkey/crypto against ours: verify a stamp, each of a new session", newStamp)
  ]
}

const newStamp = (): string => {
  const pair = pairOf()
  return stamped(PAYLOAD, privateKeyOf(pair), pair.compressed)
}

/** 500 bytes, the typical size of a payload to sign. */
const PAYLOAD = JSON.stringify({ type: "ACTIVITY", parameters: "x".repeat(465) })

/**
 * The signed leg of a call that issues no key, in memory and in process. It is compared with the required minimum: read
 * the stamp, verify the signature with the session's key, and consume the request once.
 */
export const signedLegJob = async (): Promise<Job & { readonly close: () => Promise<void> }> => {
  const { close, countersign, seeds } = await startFor({ kind: "ours", mount: "node", store: "memory", subjects: 1 })
  const { number, accountId } = seeds[0]?.subjects[0] ?? none()
  const { signedCall } = countersign.api.in(ENVIRONMENT)
  const call = { name: "CreatePayout", method: "POST", path: "/payouts", body: { amount: 500 }, accountId }
  const { compressed, key } = signerOf(number)
  const retried = async () => {
    const { payloadToSign, requestId } = (await signedCall(call)).challenge ?? none()
    return { payloadToSign, requestId, stamp: stamped(payloadToSign, key, compressed) }
  }
  const several = async (count: number) => {
    const retries = []
    while (retries.length < count) retries.push(await retried())
    return retries
  }
  const waiting = new Map<string, string>()
  const sessionKey = publicKeyOf(subjectPair("session", number).point)
  const bare = checked(
    async (count) => {
      const { payloadToSign, stamp } = await retried()
      const ids = Array.from({ length: count }, () => randomUUID())
      for (const id of ids) waiting.set(id, payloadToSign)
      return ids.map((requestId) => ({ requestId, stamp }))
    },
    ({ requestId, stamp: header }) => {
      const [payload, stamp] = [waiting.get(requestId), stampOf(header)]
      if (payload === undefined || stamp === undefined) return false
      return holds(stamp, payload, sessionKey) && waiting.delete(requestId)
    }
  )
  const ours = checked(several, async ({ requestId, stamp }) => (await signedCall(call, { requestId, stamp })).isSigned)
  return { name: "leg 2 without a new key, against a bare check", goal: ["<=", 2.22], ours, other: bare, close }
}

const none = (): never => {
  throw new Error("a call without a stamp was not challenged")
}
