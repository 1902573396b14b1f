import { randomBytes } from "node:crypto"
import { type AuthSession, generateKeyPair } from "@countersign/client"
import { encodeBase64Url, openSessionSigningKey, publicKeyOf, uncompressedHex } from "@countersign/wire"
import { accountOf } from "./accountOf.ts"
import { sessionOf } from "./byEmailOtp.ts"
import type { Login } from "./Login.ts"
import { softPasskey } from "./softPasskey.ts"

/** Adds a passkey made in software to an account of a sandbox, and signs in by it: both ceremonies, as a browser's. */
export const byPasskey = async (login: Login): Promise<Pick<AuthSession, "id" | "accountId">> => {
  const { call, client, isSandbox, options } = login
  if (!isSandbox || options.credential !== undefined) {
    throw new Error("The key of a passkey never leaves its authenticator. Sign in on a page, by client.passkeys.login.")
  }
  const accountId = await accountOf(login)
  const signer = await sessionOf(login, accountId)
  const passkey = softPasskey(generateKeyPair())
  const challenge = encodeBase64Url(randomBytes(32))
  const added = await client.addCredential(
    { type: "PASSKEY", accountId, nickname: "Terminal", challenge, attestation: passkey.attest(challenge) },
    { signer }
  )
  const clientKey = generateKeyPair()
  const path = `/auth/credentials/${encodeURIComponent(added.id)}`
  const issued = await call("POST", `${path}/challenge`, { clientPublicKey: uncompressedHex(clientKey.publicKey) })
  const assertion = passkey.assert(String(issued.challenge))
  const session = await call(
    "POST",
    `${path}/verify`,
    { type: "PASSKEY", assertion },
    {
      "request-id": String(issued.requestId)
    }
  )
  // It opens with this key alone: else nobody could sign for the session.
  publicKeyOf(await openSessionSigningKey(String(session.encryptedSessionSigningKey), clientKey.privateKey))
  return { id: String(session.id), accountId }
}
