import { memoised } from "../native/memoised.ts"
import { softPasskey } from "../native/passkey.ts"
import { pairOf } from "../native/points.ts"
import { passkeyIdOf, subjectPair } from "../seed/keys.ts"
import { RELYING_PARTY } from "../seed/Seed.ts"
import { caller, subjectsOf } from "./calls.ts"
import type { Flow } from "./Flow.ts"

/** A login by passkey: the challenge, and an assertion over it. */
export const passkeyLogin: Flow = {
  name: "PASSKEY login",
  requests: 2,
  open: async (target, user, users) => {
    const call = caller(target)
    const next = subjectsOf(target, user, users)
    const clientKey = JSON.stringify({ clientPublicKey: pairOf().uncompressed })
    return {
      run: async () => {
        const { number, passkeyCredentialId } = next()
        const path = `/auth/credentials/${passkeyCredentialId}`
        const { challenge, requestId }: { readonly challenge: string; readonly requestId: string } = JSON.parse(
          await call(200, "POST", `${path}/challenge`, clientKey)
        )
        const assertion = passkeyOf(number).assert(challenge)
        const body = JSON.stringify({ type: "PASSKEY", assertion })
        await call(200, "POST", `${path}/verify`, body, { "request-id": requestId })
      }
    }
  }
}

const passkeyOf = memoised((number: number) =>
  softPasskey({ ...RELYING_PARTY, pair: subjectPair("passkey", number), credentialId: passkeyIdOf(number) })
)
