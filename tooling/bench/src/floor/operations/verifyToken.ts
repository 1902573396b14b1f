import { verify } from "node:crypto"
import { sha256Hex } from "../../native/digest.ts"
import { type Answer, type Floor, json, refused } from "../Operation.ts"
import { sealedSession, sessionBody } from "../sessions.ts"

interface Claims {
  readonly iss: string
  readonly aud: string
  readonly sub: string
  readonly iat: number
  readonly exp: number
  readonly nonce: string
}

/** A login by an identity token, which is taken once. */
export const verifyToken = async (
  floor: Floor,
  credentialId: string,
  { clientPublicKey, oidcToken }: { readonly oidcToken: string; readonly clientPublicKey: string }
): Promise<Answer> => {
  const at = Date.now()
  const claims = claimsOf(floor, oidcToken)
  if (claims === undefined || !isTimely(claims, at) || claims.nonce !== sha256Hex(clientPublicKey)) {
    return refused(401, "token")
  }
  const { encryptedSessionSigningKey, session } = sealedSession(clientPublicKey, at)
  const token = {
    identity: JSON.stringify([claims.iss, claims.aud, claims.sub]),
    digest: sha256Hex(oidcToken),
    expiresAt: claims.iat * 1000 + MAX_AGE
  }
  const account = await floor.store.openByToken(credentialId, token, session)
  return account === undefined
    ? refused(401, "identity, or token used")
    : json(200, sessionBody(account, session, encryptedSessionSigningKey))
}

const claimsOf = ({ issuer }: Floor, token: string): Claims | undefined => {
  const [header = "", payload = "", signature = ""] = token.split(".")
  const { alg, kid }: { readonly alg: string; readonly kid: string } = read(header)
  const claims: Claims = read(payload)
  const isOurs =
    alg === "RS256" && kid === issuer.keyId && claims.iss === issuer.issuer && claims.aud === issuer.audience
  const signed = Buffer.from(`${header}.${payload}`)
  return isOurs && verify("sha256", signed, issuer.publicKey, Buffer.from(signature, "base64url")) ? claims : undefined
}

const read = (segment: string) => JSON.parse(Buffer.from(segment, "base64url").toString())

const isTimely = ({ exp, iat }: Claims, at: number): boolean => Math.abs(at - iat * 1000) <= MAX_AGE && exp * 1000 > at

const MAX_AGE = 65_000
