import { createPrivateKey, type KeyObject, randomUUID, sign } from "node:crypto"
import { promisify } from "node:util"
import { memoised, pairOf, sha256Hex } from "../native/native.ts"
import { softPasskey } from "../native/passkey.ts"
import { type Issuer, oidcSubjectOf } from "../seed/Seed.ts"
import { caller, type Flow, flowOfSubjects, seedOf, subjectsOf } from "./Flow.ts"

/** A login by an identity token. The tokens are signed before the slice, because signing is the issuer's work. */
export const oauthVerify: Flow = {
  name: "OAUTH verify",
  requests: 1,
  open: async (target, user, users) => {
    const call = caller(target)
    const next = subjectsOf(target, user, users)
    const { issuer } = seedOf(target)
    const key = createPrivateKey(issuer.privateKey)
    const clientPublicKey = pairOf().uncompressed
    const issue = async () => {
      const { number, oauthCredentialId } = next()
      const oidcToken = await tokenOf(issuer, key, number, sha256Hex(clientPublicKey))
      const body = JSON.stringify({ type: "OAUTH", oidcToken, clientPublicKey })
      return { path: `/auth/credentials/${oauthCredentialId}/verify`, body }
    }
    let ready: Array<Awaited<ReturnType<typeof issue>>> = []
    return {
      run: async () => {
        const { body, path } = ready.pop() ?? (await issue())
        await call(200, "POST", path, body)
      },
      // A token expires after a minute, so tokens that the previous slice did not use are discarded.
      ahead: async (runs) => {
        ready = []
        while (ready.length < runs) ready.push(await issue())
      }
    }
  }
}

/** RFC 7519, signed with RS256 in the thread pool. */
const tokenOf = async ({ audience, issuer, keyId }: Issuer, key: KeyObject, number: number, nonce: string) => {
  const iat = Math.floor(Date.now() / 1000)
  const subject = oidcSubjectOf(number)
  const claims = { iss: issuer, aud: audience, sub: subject, iat, exp: iat + 600, nonce, jti: randomUUID() }
  const signed = `${segment({ alg: "RS256", typ: "JWT", kid: keyId })}.${segment(claims)}`
  return `${signed}.${(await signing("sha256", Buffer.from(signed), key)).toString("base64url")}`
}

const signing = promisify<string, Buffer, KeyObject, Buffer>(sign)
const segment = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url")

/** A login by passkey: the challenge, and an assertion over it. */
export const passkeyLogin = flowOfSubjects("PASSKEY login", 2, (call) => {
  const clientKey = JSON.stringify({ clientPublicKey: pairOf().uncompressed })
  return async ({ number, passkeyCredentialId }) => {
    const path = `/auth/credentials/${passkeyCredentialId}`
    const { challenge, requestId }: { readonly challenge: string; readonly requestId: string } = JSON.parse(
      await call(200, "POST", `${path}/challenge`, clientKey)
    )
    const body = JSON.stringify({ type: "PASSKEY", assertion: passkeyOf(number).assert(challenge) })
    await call(200, "POST", `${path}/verify`, body, { "request-id": requestId })
  }
})

const passkeyOf = memoised(softPasskey)
