import { createPrivateKey, sign } from "node:crypto"
import { AUTHENTICATOR, OIDC, RELYING_PARTY, sha256 } from "./identities.ts"

/** What the authenticator of all seeded passkeys answers to a challenge. Its counter grows, from one process to the next too. */
export const assertion = (passkeyId: string, challenge: string) => {
  const client = Buffer.from(
    JSON.stringify({ type: "webauthn.get", challenge, origin: RELYING_PARTY.origin, crossOrigin: false })
  )
  counter += 1
  const count = Buffer.alloc(4)
  count.writeUInt32BE(counter)
  const data = Buffer.concat([sha256(RELYING_PARTY.id), USER_VERIFIED, count])
  return {
    credentialId: passkeyId,
    clientDataJson: client.toString("base64url"),
    authenticatorData: data.toString("base64url"),
    signature: sign("sha256", Buffer.concat([data, sha256(client)]), signingKey).toString("base64url")
  }
}

let counter = Math.floor(Date.now() / 1000)
/** WebAuthn Level 3, section 6.1: a user was present, and verified. */
const USER_VERIFIED = Buffer.of(0x05)
const signingKey = createPrivateKey({ key: AUTHENTICATOR, format: "jwk" })

/** An identity token as a sandbox takes it: the claims of one, signed by nobody. */
export const identityToken = (subject: string, nonce: string): string => {
  tokens += 1
  const seconds = Math.floor(Date.now() / 1000)
  const claims = {
    iss: OIDC.issuer,
    aud: OIDC.audience,
    sub: subject,
    iat: seconds,
    exp: seconds + 600,
    nonce,
    jti: String(tokens)
  }
  return `${part({ alg: "RS256", typ: "JWT" })}.${part(claims)}.dummy`
}

// Two tokens of one second are not the same token.
let tokens = 0
const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url")
