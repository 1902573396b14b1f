import {
  decodeStamp,
  decodeUtf8,
  makeId,
  makeOtpTargetBundle,
  open,
  type PublicKey,
  parseOtpBundle,
  parseOtpPlaintext,
  publicKeyOf,
  signP256,
  uncompressedHex,
  verifyStamp
} from "@countersign/wire"
import { type ActiveSession, type ClientOptions, createClient } from "../src/index.ts"
import { activityOf, contextOf, type Written } from "./payload.ts"

/** One received request. */
export interface Arrival {
  readonly method: string
  readonly path: string
  readonly headers: Headers
  readonly body: string
}

interface Pending {
  readonly method: string
  readonly path: string
  readonly body: string
  readonly payload: string
  readonly maySign: (key: PublicKey) => boolean
  readonly act: (key: PublicKey) => Response
}

export const BASE_URL = "http://service.test/2025-10-13"
export const SECRET = "Basic dG9rZW46c2VjcmV0"
export const CODE = "314159"

let minted = 0
const uuid = () => {
  minted += 1
  return { timestampMs: 1_760_000_000_000 + minted, random: new Uint8Array(10).fill(minted) }
}

export const signerKey = new Uint8Array(32).fill(0x55)
export const signer = publicKeyOf(signerKey)
export const bundleSigner = uncompressedHex(signer)

/**
 * A `fetch` that simulates a server with one account and one EMAIL_OTP credential. It verifies stamps and bodies as a
 * real server does.
 */
export const openService = (
  options: { readonly tamper?: (bundle: string) => string; readonly signatureHeader?: string } = {}
) => {
  const accountId = makeId("InternalAccount", uuid())
  const credential = {
    id: makeId("AuthMethod", uuid()),
    accountId,
    type: "EMAIL_OTP",
    nickname: "zoë@example.com",
    createdAt: "2025-10-13T08:00:00.000Z",
    updatedAt: "2025-10-13T08:00:00.000Z",
    addedByALaterVersion: { of: ["the", "API"] }
  }
  const sessions = new Map<string, { readonly key: PublicKey; readonly body: object }>()
  const pending = new Map<string, Pending>()
  const arrivals: Arrival[] = []
  const payloads: string[] = []
  let target: Uint8Array | undefined

  const answer = async (arrival: Arrival): Promise<Response> => {
    if (arrival.headers.get("authorization") !== SECRET) return refusal(401, "UNAUTHORIZED", "API credentials refused")
    const call = `${arrival.method} ${arrival.path}`
    if (call === `POST /auth/credentials/${credential.id}/challenge`) return challenge()
    if (call === `POST /auth/credentials/${credential.id}/verify`) return verify(arrival)
    if (call === `GET /auth/credentials?accountId=${accountId}`) return json(200, { data: [credential] })
    if (call === `GET /auth/sessions?accountId=${accountId}`) {
      return json(200, { data: [...sessions.values()].map(({ body }) => body) })
    }
    const [, sessionId = ""] = /^DELETE \/auth\/sessions\/(.+)$/u.exec(call) ?? []
    if (sessions.has(sessionId)) return revoke(arrival, () => sessions.delete(sessionId))
    if (call === "POST /auth/sessions/revoke-others") {
      return revoke(arrival, (key) => {
        for (const [id, session] of sessions) if (session.key !== key) sessions.delete(id)
      })
    }
    return refusal(404, "REFERENCE_NOT_FOUND")
  }

  const challenge = async () => {
    target = new Uint8Array(32).fill(0x21)
    const bundle = await makeOtpTargetBundle({
      target: publicKeyOf(target),
      signer,
      sign: (bytes) => signP256(bytes, signerKey)
    })
    const tampered = options.tamper === undefined ? bundle : options.tamper(bundle)
    return json(200, { ...credential, otpEncryptionTargetBundle: tampered })
  }

  const verify = async (arrival: Arrival) => {
    if (arrival.headers.has("request-id")) return retried(arrival)
    const { type, encryptedOtpBundle } = JSON.parse(arrival.body)
    if (type !== "EMAIL_OTP" || target === undefined) return refusal(400, "INVALID_INPUT")
    const opened = await open({ recipientPrivateKey: target, sealed: parseOtpBundle(encryptedOtpBundle) })
    const { code, publicKey } = parseOtpPlaintext(opened)
    if (code !== CODE) return refusal(401, "UNAUTHORIZED", "Invalid OTP code")
    const activity = activityOf(arrival, accountId, publicKey)
    return challenged(arrival, activity, {
      maySign: (key) => key === publicKey,
      act: (key) => {
        const id = makeId("Session", uuid())
        const body = { ...credential, id, expiresAt: "2025-10-13T09:00:00.000Z" }
        sessions.set(id, { key, body })
        return json(200, body)
      }
    })
  }

  const revoke = (arrival: Arrival, end: (key: string) => unknown) => {
    if (arrival.headers.has("request-id")) return retried(arrival)
    return challenged(arrival, activityOf(arrival, accountId), {
      maySign: (key) => [...sessions.values()].some((session) => session.key === key),
      act: (key) => {
        end(key)
        return new Response(null, { status: 204 })
      }
    })
  }

  const challenged = (
    { body, method, path }: Arrival,
    { parameters, type }: Written,
    rules: Pick<Pending, "act" | "maySign">
  ) => {
    const requestId = makeId("Request", uuid())
    // White space, a repeated blank, escapes and non-ASCII text: parsing and serializing changes these bytes.
    const context = JSON.stringify({ ...contextOf({ body, method, path }, requestId), platformId: "ZOE" })
    const rest = JSON.stringify({ ...parameters, context: undefined }).slice(1)
    const odd = context.replace("ZOE", "Zo\\u00eb \u2713 \u{1f511}")
    const payload = ` {"type":"${type}" ,"parameters" :  {"context":${odd} ,${rest},\n\t"timestampMs":"1", "organizationId":"${accountId}"}\r\n`
    payloads.push(payload)
    pending.set(requestId, { body, method, path, payload, ...rules })
    return json(202, {
      type: "EMAIL_OTP",
      payloadToSign: payload,
      requestId,
      expiresAt: "2025-10-13T08:05:00.000Z"
    })
  }

  const retried = ({ body, headers, method, path }: Arrival) => {
    const requestId = headers.get("request-id") ?? ""
    const stamped = headers.get(options.signatureHeader ?? "Service-Wallet-Signature")
    const request = pending.get(requestId)
    if (request === undefined) return refusal(401, "UNAUTHORIZED", "Unknown request id")
    if (stamped === null) return refusal(401, "UNAUTHORIZED", "Signature header missing")
    if (request.method !== method || request.path !== path || request.body !== body) {
      return refusal(401, "UNAUTHORIZED", "Retry body differs")
    }
    const stamp = decodeStamp(stamped)
    if (!verifyStamp(stamp, request.payload))
      return refusal(401, "UNAUTHORIZED", "Signature does not match the payload")
    if (!request.maySign(stamp.publicKey)) return refusal(401, "UNAUTHORIZED", "Stamp key may not sign this request")
    pending.delete(requestId)
    return request.act(stamp.publicKey)
  }

  const serve: typeof fetch = async (input, init) => {
    const request = new Request(input, init)
    const url = new URL(request.url)
    const path = url.pathname.slice(new URL(BASE_URL).pathname.length) + url.search
    const body = decodeUtf8(new Uint8Array(await request.arrayBuffer()))
    const arrival = { method: request.method, path, headers: request.headers, body }
    arrivals.push(arrival)
    return answer(arrival)
  }

  return { accountId, credentialId: credential.id, sessions, arrivals, payloads, fetch: serve }
}

/** A client of a server, with its API token and its bundle-signing key. */
export const clientOf = (service: { readonly fetch: typeof fetch }, options: Partial<ClientOptions> = {}) =>
  createClient({
    baseUrl: BASE_URL,
    headers: { Authorization: SECRET },
    bundleSigner,
    fetch: service.fetch,
    ...options
  })

/** A client whose every call gets this response. */
export const clientAnswered = (reply: () => Response | Promise<Response>, options: Partial<ClientOptions> = {}) =>
  clientOf({ fetch: async () => reply() }, options)

export const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json", ...headers } })

export const refusal = (status: number, code: string, reason?: string, headers: Record<string, string> = {}) =>
  json(
    status,
    { status, code, message: "What to do.", ...(reason === undefined ? {} : { reason, details: { reason } }) },
    headers
  )

/** The private key of a session whose key is in memory. */
export const secretOf = ({ signer }: ActiveSession): Uint8Array => {
  if ("privateKey" in signer && signer.privateKey instanceof Uint8Array) return signer.privateKey
  throw new Error("The key is not in memory")
}

/** Returns the error that a promise rejects with. */
export const rejection = async (promise: Promise<unknown>): Promise<unknown> => {
  try {
    await promise
  } catch (error) {
    return error
  }
  throw new Error("It did not reject")
}
