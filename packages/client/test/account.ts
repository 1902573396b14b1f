import {
  decodeStamp,
  encodeBase64Url,
  makeId,
  makeWalletExport,
  oidcNonce,
  type PublicKey,
  parsePublicKey,
  publicKeyOf,
  sealSessionSigningKey,
  signP256,
  verifyStamp
} from "@countersign/wire"
import { activityOf, contextOf, payloadOf } from "./payload.ts"
import { json, refusal, signer, signerKey } from "./service.ts"

export interface Call {
  readonly call: string
  // biome-ignore lint/suspicious/noExplicitAny: a test reads any field of a request body, and asserts on it
  readonly body: any
  readonly text: string
  readonly headers: Headers
}

export const MNEMONIC = "legal winner thank year wave sausage worth useful legal winner thank yellow"
export const sessionKey = new Uint8Array(32).fill(0x71)

let minted = 0
const mint = (prefix: Parameters<typeof makeId>[0]) => {
  minted += 1
  return makeId(prefix, { timestampMs: 1_760_000_000_000 + minted, random: new Uint8Array(10).fill(minted) })
}

/** A server with one account whose sessions have encrypted keys. Its options inject wrong responses. */
export const openAccount = (
  options: {
    readonly hasCredential?: boolean
    readonly sealedTo?: PublicKey
    readonly challenge?: string
    readonly exportOf?: string
    readonly signKey?: Uint8Array
  } = {}
) => {
  const accountId = mint("InternalAccount")
  const credentialId = mint("AuthMethod")
  const times = { createdAt: "2025-10-13T08:00:00.000Z", updatedAt: "2025-10-13T08:00:00.000Z" }
  const passkey = { id: credentialId, accountId, type: "PASSKEY", nickname: "Laptop", ...times, credentialId: "cGs" }
  const guardian = {
    id: mint("Guardian"),
    accountId,
    nickname: "Grandma",
    createdAt: times.createdAt,
    credentialId: "cGs"
  }
  const requestId = mint("Request")
  const calls: Call[] = []
  const stampedBy: PublicKey[] = []

  const session = async (clientPublicKey: string, more: object = {}) => {
    const recipient = options.sealedTo ?? parsePublicKey(clientPublicKey)
    const encryptedSessionSigningKey = await sealSessionSigningKey({ privateKey: sessionKey, recipient })
    const fields = { ...passkey, credentialId: undefined, id: mint("Session"), expiresAt: "2999-01-01T00:00:00.000Z" }
    return json(200, { ...fields, encryptedSessionSigningKey, ...more })
  }

  const exported = async (clientPublicKey: string) => {
    const signKey = options.signKey ?? signerKey
    const encryptedWalletCredentials = await makeWalletExport({
      mnemonic: MNEMONIC,
      organizationId: options.exportOf ?? accountId,
      recipient: parsePublicKey(clientPublicKey),
      signer,
      sign: (bytes) => signP256(bytes, signKey)
    })
    return json(200, { id: accountId, encryptedWalletCredentials })
  }

  const signed = (call: Call, act: () => Response | Promise<Response>) => {
    const [method = "", path = ""] = call.call.split(" ")
    const received = { method, path, body: call.text }
    const payloadToSign = payloadOf(contextOf(received, requestId), accountId, activityOf(received, accountId))
    const stamped = call.headers.get("service-wallet-signature")
    if (stamped === null) return json(202, { type: "PASSKEY", payloadToSign, requestId, expiresAt: times.createdAt })
    const stamp = decodeStamp(stamped)
    if (!verifyStamp(stamp, payloadToSign)) return refusal(401, "UNAUTHORIZED")
    stampedBy.push(stamp.publicKey)
    return act()
  }

  let awaiting = ""
  const answer = (call: Call): Response | Promise<Response> => {
    const { body } = call
    if (call.call.startsWith("GET /auth/credentials?")) {
      return json(200, { data: options.hasCredential === false ? [] : [passkey] })
    }
    if (call.call === "POST /auth/credentials") {
      const added = () => json(201, { ...passkey, id: mint("AuthMethod"), type: body.type })
      return options.hasCredential === false ? added() : signed(call, added)
    }
    if (call.call === `PATCH /auth/credentials/${credentialId}`) {
      return signed(call, () => json(200, { ...passkey, nickname: body.nickname }))
    }
    if (call.call === `GET /auth/guardians?accountId=${accountId}`) return json(200, { data: [guardian] })
    if (call.call === "POST /auth/guardians") return signed(call, () => json(201, guardian))
    if (call.call === `POST /auth/guardians/${guardian.id}/challenge`) {
      const challenge = encodeBase64Url(new Uint8Array(32).fill(9))
      return json(200, { ...guardian, challenge, requestId, expiresAt: times.createdAt })
    }
    if (call.call === `POST /auth/guardians/${guardian.id}/start-recovery`) {
      return json(201, { id: mint("Recovery"), readyAt: times.createdAt, expiresAt: times.createdAt })
    }
    if (/^DELETE \/auth\/(?:credentials|guardians)\//u.test(call.call)) {
      return signed(call, () => new Response(null, { status: 204 }))
    }
    if (call.call.endsWith("/challenge")) {
      awaiting = body.clientPublicKey
      const challenge = options.challenge ?? encodeBase64Url(new Uint8Array(32).fill(9))
      return json(200, { ...passkey, challenge, requestId, expiresAt: "2025-10-13T08:05:00.000Z" })
    }
    if (call.call.endsWith("/verify")) {
      if (body.type === "PASSKEY") return session(awaiting)
      const isBound = body.oidcToken === `token for ${oidcNonce(body.clientPublicKey)}`
      return isBound ? session(body.clientPublicKey, { type: "OAUTH" }) : refusal(401, "UNAUTHORIZED")
    }
    if (call.call.endsWith("/refresh")) return signed(call, () => session(body.clientPublicKey))
    if (call.call.endsWith("/export")) return signed(call, () => exported(body.clientPublicKey))
    if (call.call.startsWith("DELETE /auth/sessions/")) {
      return signed(call, () => new Response(null, { status: 204 }))
    }
    return refusal(404, "REFERENCE_NOT_FOUND")
  }

  const serve: typeof fetch = async (input, init) => {
    const request = new Request(input, init)
    const { pathname, search } = new URL(request.url)
    const text = await request.text()
    const call = {
      call: `${request.method} ${pathname.replace(/^\/[^/]+/u, "")}${search}`,
      body: text === "" ? undefined : JSON.parse(text),
      text,
      headers: request.headers
    }
    calls.push(call)
    return answer(call)
  }
  return {
    accountId,
    credentialId,
    guardianId: guardian.id,
    requestId,
    calls,
    stampedBy,
    sessionKey: publicKeyOf(sessionKey),
    fetch: serve
  }
}
