import { createPrivateKey, randomBytes, randomInt, sign } from "node:crypto"
import {
  oidcNonce,
  parsePublicKey,
  SESSION_PROOF_HEADER,
  sealOtpBundle,
  sessionProofText,
  signStamp,
  uncompressedHex,
  verifyOtpTargetBundle,
  writeSessionProof
} from "@countersign/wire"
import type { Caller } from "./caller.ts"
import { AUTHENTICATOR, type Holder, KEYS, OIDC, RELYING_PARTY, type SeededType, sha256 } from "./Population.ts"

/** The assertion of the seeded authenticator for a challenge. Its counter increases, also between processes. */
const assertion = (passkeyId: string, challenge: string) => {
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
/** WebAuthn Level 3, section 6.1: user present and verified. */
const USER_VERIFIED = Buffer.of(0x05)
const signingKey = createPrivateKey({ key: AUTHENTICATOR, format: "jwk" })

/** An identity token that the sandbox accepts: valid claims, without a valid signature. */
const identityToken = (subject: string, nonce: string): string => {
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

// Makes two tokens of the same second different.
let tokens = 0
const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url")

/** One action of a user. Throws on any unexpected response. */
export interface Flow {
  readonly name: string
  /** The credential type that the wallet must have, if any. */
  readonly type?: SeededType
  readonly run: (caller: Caller, holder: Holder) => Promise<void>
}

const SIGNATURE = "service-wallet-signature"
/** The key of the client. It is constant, because no result depends on it. */
const [client] = KEYS
const clientPublicKey = uncompressedHex(client.publicKey)

const begun = async ({ call }: Caller, { sessionId }: Holder) =>
  call("POST", `/auth/sessions/${sessionId}/refresh`, { body: { clientPublicKey }, expect: 202 })

export const flows: ReadonlyArray<Flow> = [
  { name: "signed leg 1", run: async (caller, holder) => void (await begun(caller, holder)) },
  {
    name: "legs 1 + 2 (refresh)",
    run: async (caller, holder) => {
      const challenge = await begun(caller, holder)
      await caller.call("POST", `/auth/sessions/${holder.sessionId}/refresh`, {
        body: { clientPublicKey },
        headers: stamped(challenge, holder.key.privateKey),
        expect: 200
      })
    }
  },
  {
    name: "EMAIL_OTP login",
    type: "EMAIL_OTP",
    run: async ({ call, service }, { credentialId }) => {
      const path = `/auth/credentials/${credentialId}`
      const issued = await call("POST", `${path}/challenge`, { expect: 200 })
      const { target } = verifyOtpTargetBundle(
        issued("otpEncryptionTargetBundle"),
        parsePublicKey(service.bundleSigner)
      )
      const encryptedOtpBundle = await sealOtpBundle({ code: "000000", publicKey: client.publicKey, target })
      const body = { type: "EMAIL_OTP", encryptedOtpBundle }
      const challenge = await call("POST", `${path}/verify`, { body, expect: 202 })
      await call("POST", `${path}/verify`, { body, headers: stamped(challenge, client.privateKey), expect: 200 })
    }
  },
  {
    name: "PASSKEY login",
    type: "PASSKEY",
    run: async ({ call }, { credentialId, passkeyId }) => {
      const path = `/auth/credentials/${credentialId}`
      const challenge = await call("POST", `${path}/challenge`, { body: { clientPublicKey }, expect: 200 })
      const body = { type: "PASSKEY", assertion: assertion(passkeyId, challenge("challenge")) }
      await call("POST", `${path}/verify`, { body, headers: { "request-id": challenge("requestId") }, expect: 200 })
    }
  },
  {
    name: "OAUTH verify",
    type: "OAUTH",
    run: async ({ call }, { credentialId, subject }) => {
      const body = { type: "OAUTH", oidcToken: identityToken(subject, oidcNonce(clientPublicKey)), clientPublicKey }
      await call("POST", `/auth/credentials/${credentialId}/verify`, { body, expect: 200 })
    }
  },
  {
    name: "list sessions",
    run: async ({ call }, { accountId }) =>
      void (await call("GET", `/auth/sessions?accountId=${accountId}`, { expect: 200 }))
  },
  {
    name: "list credentials",
    run: async ({ call }, { accountId }) =>
      void (await call("GET", `/auth/credentials?accountId=${accountId}`, { expect: 200 }))
  },
  {
    name: "external account create",
    run: async ({ call }, { customerId }) =>
      void (await call("POST", "/customers/external-accounts", { body: destination(customerId), expect: 201 }))
  },
  {
    name: "session guard",
    run: async ({ service, timed }, { key, platform, sessionId }) => {
      const proof = { sessionId, issuedAt: Date.now(), nonce: randomBytes(16).toString("base64url") }
      const stamp = signStamp(sessionProofText(proof, { method: "GET", path: "/mine", body: null }), key.privateKey)
      const headers = { [SESSION_PROOF_HEADER]: writeSessionProof(proof), [SIGNATURE]: stamp }
      const guard = service.api.in({ platformId: platform, mode: "sandbox" }).requireSession()
      const { answer } = await timed(() => guard.check(new Request("http://scale.test/mine", { headers })))
      if (answer !== undefined) throw new Error(`scale: the guard returned status ${answer.status}`)
    }
  }
]

const stamped = (challenge: (field: string) => string, privateKey: Uint8Array) => ({
  "request-id": challenge("requestId"),
  [SIGNATURE]: signStamp(challenge("payloadToSign"), privateKey)
})

const destination = (customerId: string) => ({
  customerId,
  currency: "USD",
  accountInfo: {
    accountType: "USD_ACCOUNT",
    // An account number without a magic ending of the sandbox.
    accountNumber: `${randomInt(1_000_000, 9_999_999)}890`,
    routingNumber: "021000021",
    bankAccountType: "CHECKING",
    bankName: "First Bank",
    beneficiary: {
      beneficiaryType: "INDIVIDUAL",
      fullName: "Ada Lovelace",
      address: { line1: "1 Main Street", city: "London", postalCode: "SW1A 1AA", country: "GB" }
    }
  }
})
