import { memoised } from "../native/memoised.ts"
import { pairOf, privateKeyOf } from "../native/points.ts"
import { stamped } from "../native/stamp.ts"
import { subjectPair } from "../seed/keys.ts"
import type { Subject } from "../seed/Seed.ts"
import type { Challenge } from "./Challenge.ts"
import { caller, subjectsOf } from "./calls.ts"
import type { Flow } from "./Flow.ts"

/** The first leg alone: a request is left to wait. */
export const firstLeg: Flow = {
  name: "signed leg 1",
  requests: 1,
  open: async (target, user, users) => {
    const call = caller(target)
    const next = subjectsOf(target, user, users)
    const body = JSON.stringify({ clientPublicKey: pairOf().uncompressed })
    return { run: async () => void (await call(202, "POST", pathOf(next()), body)) }
  }
}

/** Both legs, for a new key that is sealed to the client. */
export const refresh: Flow = {
  name: "signed legs 1 and 2",
  requests: 2,
  open: async (target, user, users) => {
    const call = caller(target)
    const next = subjectsOf(target, user, users)
    const body = JSON.stringify({ clientPublicKey: pairOf().uncompressed })
    return {
      run: async () => {
        const subject = next()
        const path = pathOf(subject)
        const { payloadToSign, requestId }: Challenge = JSON.parse(await call(202, "POST", path, body))
        const { compressed, key } = signerOf(subject.number)
        const stamp = stamped(payloadToSign, key, compressed)
        await call(200, "POST", path, body, { "request-id": requestId, "service-wallet-signature": stamp })
      }
    }
  }
}

const pathOf = ({ sessionId }: Subject): string => `/auth/sessions/${sessionId}/refresh`

/** The key of a subject's session, read once. */
export const signerOf = memoised((number: number) => {
  const pair = subjectPair("session", number)
  return { compressed: pair.compressed, key: privateKeyOf(pair) }
})
