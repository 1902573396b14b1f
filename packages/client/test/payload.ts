import { canonicalJson, encodeHex, encodeUtf8, type Json, sha256Hex } from "@countersign/wire"

export const ACCOUNT = "InternalAccount:0199d000-0000-7000-8000-0000000000aa"

interface Received {
  readonly method: string
  readonly path: string
  /** The received text. */
  readonly body: string
}

/** The context that a real server writes into the payload of a call. */
export const contextOf = (call: Received, requestId: string) => ({
  operation: "Test",
  method: call.method,
  path: call.path,
  bodyDigest: sha256Hex(canonicalJson(call.body === "" ? null : JSON.parse(call.body))),
  requestId,
  expiresAt: "1760342700000",
  mode: "sandbox",
  platformId: "alpha"
})

/** An activity as a server writes it into a payload. */
export interface Written {
  readonly type: string
  readonly parameters: object
}

/** The activity of operations that have none of their own. */
export const raw = (value: Json, signWith = ACCOUNT) => ({
  type: "ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2",
  parameters: {
    encoding: "PAYLOAD_ENCODING_HEXADECIMAL",
    hashFunction: "HASH_FUNCTION_NO_OP",
    payload: encodeHex(encodeUtf8(canonicalJson(value))),
    signWith
  }
})

/** A payload around a context: by default, that of an endpoint of the host whose guard returned no payload. */
export const payloadOf = (
  context: object & { readonly bodyDigest?: unknown },
  accountId = ACCOUNT,
  { parameters, type }: Written = raw({ bodySha256: String(context.bodyDigest) }, accountId)
) =>
  JSON.stringify({
    organizationId: accountId,
    parameters: { ...parameters, context },
    timestampMs: "1760342400000",
    type
  })

/** Writes the activity that a real server has signed for a call of the API. */
export const activityOf = ({ body, method, path }: Received, accountId: string, publicKey = ""): Written => {
  const sent = body === "" ? {} : JSON.parse(body)
  const [, id = ""] = /([A-Z][A-Za-z]+:[0-9a-f-]{36})/u.exec(path) ?? []
  const [userId, organization] = [sent.accountId ?? accountId, sent.accountId ?? accountId]
  const of = (name: string, parameters: object) => ({ type: `ACTIVITY_TYPE_${name}`, parameters })
  const addition = (credential: typeof sent) => {
    const { attestation = {}, challenge, nickname: authenticatorName, oidcToken, type } = credential
    const { transports, ...rest } = attestation
    if (type === "EMAIL_OTP") return of("UPDATE_USER_EMAIL", { userEmail: "ada@example.com", userId })
    if (type === "OAUTH") {
      return of("CREATE_OAUTH_PROVIDERS", { oauthProviders: [{ oidcToken, providerName: "https://issuer" }], userId })
    }
    const authenticators = [{ attestation: rest, authenticatorName, challenge, transports }]
    return of("CREATE_AUTHENTICATORS_V2", { authenticators, userId })
  }
  const route = `${method} ${id === "" ? path : path.replace(id, ":id")}`
  switch (route) {
    case "POST /auth/credentials":
      return addition(sent)
    case "DELETE /auth/credentials/:id":
      return of("DELETE_AUTHENTICATORS", { authenticatorIds: [id], userId })
    case "PATCH /auth/credentials/:id":
      return raw({ renameCredential: { credentialId: id, nickname: sent.nickname } }, organization)
    case "POST /auth/credentials/:id/confirm":
      return raw({ confirmCredential: { credentialId: id } }, organization)
    case "POST /auth/sign-ins/session":
    case "POST /auth/credentials/:id/verify":
      return of("OTP_LOGIN_V2", { publicKey, verificationToken: "a.b.c" })
    case "DELETE /auth/sessions/:id":
      return of("DELETE_API_KEYS", { apiKeyIds: [id], userId })
    case "POST /auth/sessions/revoke-others":
      return raw({ revokeOtherSessions: { accountId: organization } }, organization)
    case "POST /auth/sessions/:id/refresh":
      return of("CREATE_READ_WRITE_SESSION_V2", { targetPublicKey: sent.clientPublicKey })
    case "POST /internal-accounts/:id/export":
      return of("EXPORT_WALLET", { targetPublicKey: sent.clientPublicKey, walletId: id })
    case "PATCH /customers/:id":
      return of("UPDATE_USER_EMAIL", { userEmail: sent.email, userId: id })
    case "DELETE /customers/:id":
      return of("DELETE_SUB_ORGANIZATION", { deleteWithoutExport: true, userId: id, walletIds: [accountId] })
    case "POST /auth/guardians": {
      const passkey = sent.attestation.credentialId
      const guardianId = "Guardian:0199d000-0000-7000-8000-000000000009"
      return raw({ addGuardian: { guardianId, nickname: sent.nickname, passkey } }, organization)
    }
    case "DELETE /auth/guardians/:id":
      return raw({ removeGuardian: { guardianId: id } }, organization)
    case "POST /auth/recovery-codes":
      return raw(
        { createRecoveryCodes: { accountId: organization, clientPublicKey: sent.clientPublicKey } },
        organization
      )
    case "DELETE /auth/recoveries/:id":
      return raw({ cancelRecovery: { recoveryId: id } }, organization)
    case "POST /auth/recoveries/:id/complete":
      return addition(sent.credential)
    default:
      throw new Error(`No activity of ${route}`)
  }
}

interface SignedEnd {
  readonly accountId?: string
  readonly identifiers: { readonly [name: string]: string }
}

/** The payload of a quote around its context, with the transaction that repeats the terms. */
export const paymentPayloadOf = (
  context: object,
  terms: {
    readonly amount: string
    readonly currency: string
    readonly destination: SignedEnd
    readonly fee: string
    readonly quoteId: string
    readonly rate: string
    readonly receivedAmount: string
    readonly receivedCurrency: string
    readonly source: SignedEnd
  }
) => {
  const endOf = ({ accountId, identifiers: { umaAddress = "" } }: SignedEnd, currency: string): Json =>
    accountId === undefined ? { type: "UMA_ADDRESS", umaAddress, currency } : { type: "ACCOUNT", accountId, currency }
  const transaction = {
    quoteId: terms.quoteId,
    source: endOf(terms.source, terms.currency),
    destination: endOf(terms.destination, terms.receivedCurrency),
    sent: { amount: Number(terms.amount), currency: terms.currency },
    received: { amount: Number(terms.receivedAmount), currency: terms.receivedCurrency },
    fees: Number(terms.fee),
    exchangeRate: terms.rate
  }
  const wallet = terms.source.accountId
  const unsignedTransaction = encodeHex(encodeUtf8(canonicalJson(transaction)))
  return JSON.stringify({
    type: "ACTIVITY_TYPE_SIGN_TRANSACTION_V2",
    timestampMs: "1760342400000",
    organizationId: wallet,
    parameters: { signWith: wallet, unsignedTransaction, type: "TRANSACTION_TYPE_QUOTE", context },
    generateAppProofs: true
  })
}
