import {
  type Collection,
  type Credential,
  credentials,
  customers,
  defaultPolicy,
  EmailOtp,
  internalAccounts,
  type Json,
  type JsonObject,
  Session,
  SignedRequest
} from "@countersign/core/internal"
import { activity, parseId, parsePublicKey } from "@countersign/wire"
import { COSE_KEY, OIDC, RELYING_PARTY, type SeededType, sha256 } from "./Population.ts"
import { placeholders } from "./placeholders.ts"

/** A record with placeholders. All seeded records of a kind are copies of it. */
export interface Template {
  readonly collection: Collection.AnyCollection
  readonly id: string
  readonly body: Json
  /** There is one copy for each of these. */
  readonly per: "account" | SeededType | "session" | "request"
}

/** Lifetime of seeded sessions and requests in milliseconds: the maximum that a policy allows. */
export const LIFETIME = 24 * 60 * 60 * 1000

const at = Number(placeholders.at)
const expiresAt = Number(placeholders.expiresAt)
const customerId = parseId("Customer", `Customer:${placeholders.customer}`)
const accountId = parseId("InternalAccount", `InternalAccount:${placeholders.account}`)
const credentialId = parseId("AuthMethod", `AuthMethod:${placeholders.credential}`)
const sessionId = parseId("Session", `Session:${placeholders.session}`)
const requestId = parseId("Request", `Request:${placeholders.request}`)
const publicKey = parsePublicKey(placeholders.key)

const template = <A extends object>(
  collection: Collection.Collection<A>,
  per: Template["per"],
  body: Json
): Template => {
  const value = collection.decode(body)
  return { collection, per, id: collection.id(value), body: collection.encode(value) }
}

const wallet: JsonObject = {
  accountId,
  customerId,
  type: "EMBEDDED_WALLET",
  status: "ACTIVE",
  currency: { ...defaultPolicy.walletCurrency },
  balance: 0,
  privateEnabled: false,
  createdAt: at,
  updatedAt: at
}

const credential = (type: SeededType, particulars: Pick<Credential, "nickname" | "material" | "uniqueKey">): Template =>
  template(credentials, type, { credentialId, accountId, type, ...particulars, createdAt: at, updatedAt: at })

/** The length of an encrypted customer record with an e-mail address. No flow decrypts it. */
const SEALED_LENGTH = 156

const email = `${placeholders.customer}@example.com`

const call = {
  operation: "RefreshSession",
  method: "POST",
  path: `/auth/sessions/${sessionId}/refresh`,
  bodyDigest: sha256("the body of the call").toString("hex")
}

/** The templates of all records in a seeded database. */
export const templates: ReadonlyArray<Template> = [
  template(customers, "account", {
    customerId,
    platformCustomerId: customerId,
    reference: customerId,
    umaAddress: `$${placeholders.customer}@countersign.invalid`,
    currencies: [defaultPolicy.walletCurrency.code],
    standing: "APPROVED",
    customerType: "INDIVIDUAL",
    email,
    sealed: "A".repeat(SEALED_LENGTH),
    createdAt: at,
    updatedAt: at
  }),
  template(internalAccounts, "account", wallet),
  credential("EMAIL_OTP", { nickname: email, material: { email }, uniqueKey: `EMAIL_OTP/${accountId}` }),
  template(EmailOtp.emailOtps, "EMAIL_OTP", { _tag: "Idle", credentialId, accountId, failures: 0, failuresInAll: 0 }),
  credential("PASSKEY", {
    nickname: "My phone",
    material: {
      credentialId: placeholders.passkey,
      publicKey: COSE_KEY,
      counter: 0,
      rpIdHash: sha256(RELYING_PARTY.id).toString("base64url"),
      origin: RELYING_PARTY.origin,
      isBackupEligible: false,
      transports: ["internal"]
    },
    uniqueKey: `PASSKEY/${placeholders.passkey}`
  }),
  credential("OAUTH", {
    nickname: email,
    material: { ...OIDC, subject: placeholders.account },
    uniqueKey: `OAUTH/${accountId}/${placeholders.identity}`
  }),
  template(Session.sessions, "session", {
    _tag: "Active",
    sessionId,
    accountId,
    credentialId,
    credentialType: "EMAIL_OTP",
    nickname: email,
    familySince: at,
    publicKey,
    createdAt: at,
    expiresAt
  }),
  template(SignedRequest.signedRequests, "request", {
    _tag: "Consumed",
    requestId,
    accountId,
    credentialType: "EMAIL_OTP",
    call,
    signer: { _tag: "KeyHolder", publicKey },
    intent: { sessionId, signedBy: publicKey, clientPublicKey: publicKey },
    payload: activity({
      organizationId: accountId,
      timestampMs: at,
      activity: {
        type: "ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION_V2",
        parameters: { targetPublicKey: publicKey }
      },
      context: {
        ...call,
        requestId,
        expiresAt: placeholders.expiresAt,
        mode: "sandbox",
        platformId: placeholders.platform
      }
    }),
    createdAt: at,
    expiresAt,
    consumedAt: at,
    signedBy: publicKey
  })
]
