import { serializedMemoryStore } from "@countersign/memory"
import {
  decodeHex,
  encodeBase64,
  encodeStamp,
  encodeUtf8,
  type PublicKey,
  parsePublicKey,
  publicKeyOf,
  sealOtpBundle,
  signP256,
  uncompressedHex,
  verifyOtpTargetBundle
} from "@countersign/wire"
import { type Countersign, type CountersignOptions, createCountersign, secretDigest } from "countersign"
import { type Answer, requireListed } from "./listed.ts"

export const START = Date.parse("2026-03-01T12:00:00.000Z")

/** Most tests request more codes than a real user. Tests of limits set their own. */
export const UNLIMITED = { capacity: 1_000_000, refillEvery: 1 }

/** A policy under which no load is throttled. */
export const withoutLimits = {
  challengesPerCredential: UNLIMITED,
  challengesPerAddress: UNLIMITED,
  codesPerEnvironment: UNLIMITED,
  recordsPerOwner: UNLIMITED,
  requestsPerAccount: UNLIMITED,
  callsPerToken: UNLIMITED,
  // As long as a busy machine takes.
  callTimeout: 120_000
}

export type { Answer }

export interface Caller {
  readonly token: string
  readonly secret: string
}

const token = (
  id: string,
  platformId: string,
  mode: "sandbox" | "production",
  more: Pick<NonNullable<CountersignOptions["tokens"]>[number], "scopes"> = {}
) => {
  const secret = `${id}-secret`
  return { token: id, secret, options: { id, secretSha256: secretDigest(secret), platformId, mode, ...more } }
}
const tokens = {
  a: token("a", "alpha", "sandbox"),
  b: token("b", "beta", "sandbox"),
  /** A token of alpha's support staff. */
  support: token("support", "alpha", "sandbox", { scopes: ["OPERATE"] }),
  live: token("live", "alpha", "production"),
  liveB: token("live-b", "beta", "production"),
  /** A token of alpha that has MANAGE beside OPERATE. */
  chief: token("chief", "alpha", "sandbox", { scopes: ["VIEW", "TRANSACT", "MANAGE", "OPERATE"] }),
  settle: token("settle", "alpha", "sandbox", { scopes: ["SETTLE"] }),
  work: token("work", "alpha", "sandbox", { scopes: ["WORK"] })
}
export const callers: Readonly<Record<keyof typeof tokens, Caller>> = tokens

/** A caller of alpha's sandbox whose token has the scope that an endpoint requires. */
export const permitted = (method: string, path: string): Caller => {
  if (method !== "GET" && /^\/(?:operator\/|platforms$|platform\/settings$)/u.test(path)) return callers.support
  if (/^\/(?:deposits$|transactions\/[^/]*\/report$)/u.test(path)) return callers.settle
  return path === "/due-work" ? callers.work : callers.a
}
export const tokenOptions = Object.values(tokens).map(({ options }) => options)
export const keys = {
  vault: "3b1f6ad0c2e94857f60d8a11b7e2934cd05f7a6e8194c3b2ad70e6f15928cb43",
  service: "5d2e81f7a94c06b3e8d17f4a20c95b6e13fa8d7042b6c9e05187d3f4a6b2c90e"
}

/**
 * One service with a clock that the test moves, two platforms, both modes, and a mailbox. A store with its own clock
 * needs a service with the same clock: the real one, which cannot be moved.
 */
export const makeWorld = ({
  clock = "test",
  ...options
}: Partial<CountersignOptions> & {
  readonly now?: never
  /** `behind` makes a node whose clock is that many milliseconds behind the real time. */
  readonly clock?: "test" | "real" | { readonly behind: number }
} = {}) => {
  let passed = clock === "test" ? START : 0
  const at = () => (clock === "test" ? passed : Date.now() - (clock === "real" ? 0 : clock.behind))
  const letters: Array<{ readonly to: string; readonly code: string }> = []
  const countersign: Countersign = createCountersign({
    tokens: tokenOptions,
    keys,
    mailer: { sendCode: async (mail) => void letters.push(mail) },
    store: serializedMemoryStore,
    documents: true,
    ...options,
    policy: { ...withoutLimits, ...options.policy },
    now: at
  })
  // Every response in a test must be listed in the OpenAPI document.
  const call: Call = async (caller, method, path, more) => {
    const answer = await answerOf(
      await countersign.handler(requestOf("http://countersign.test", caller, method, path, more))
    )
    requireListed(method, path, answer)
    return answer
  }
  return {
    countersign,
    letters,
    call,
    at,
    pass: (millis: number) => {
      if (clock !== "test") throw new Error("the real clock cannot be moved")
      passed += millis
    },
    customer: (caller: Caller, email?: string) => customerOf(call, caller, email)
  }
}

type Call = (
  caller: Caller | undefined,
  method: string,
  path: string,
  more?: { readonly body?: unknown; readonly raw?: BodyInit; readonly headers?: Record<string, string> }
) => Promise<Answer>

/** A call as a platform makes it. */
export const requestOf = (origin: string, ...[caller, method, path, more = {}]: Parameters<Call>): Request => {
  const headers = new Headers(more.headers)
  if (caller !== undefined) headers.set("authorization", basic(caller))
  const body = more.raw ?? (more.body === undefined ? undefined : JSON.stringify(more.body))
  if (body !== undefined && !headers.has("content-type")) headers.set("content-type", "application/json")
  return new Request(`${origin}/2025-10-13${path}`, { method, headers, ...(body === undefined ? {} : { body }) })
}

export const answerOf = async (response: Response): Promise<Answer> => {
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text === "" ? undefined : JSON.parse(text) }
}

/** A customer with its wallet account and its EMAIL_OTP credential. */
export const customerOf = async (call: Call, caller: Caller, email = "ada@example.com") => {
  const customer = await call(caller, "POST", "/customers", { body: { customerType: "INDIVIDUAL", email } })
  const accounts = await call(caller, "GET", `/internal-accounts?customerId=${customer.body.id}&type=EMBEDDED_WALLET`)
  const accountId: string = accounts.body.data[0].id
  const credentials = await call(caller, "GET", `/auth/credentials?accountId=${accountId}`)
  const credentialId: string = credentials.body.data[0].id
  return { customerId: String(customer.body.id), accountId, credentialId }
}

/** The service of a test, either in this process or in several others. */
export interface World {
  readonly call: Call
  readonly at: () => number
  readonly countersign: { readonly bundleSigner: string }
  readonly customer: (
    caller: Caller,
    email?: string
  ) => Promise<{ readonly customerId: string; readonly accountId: string; readonly credentialId: string }>
}

/** A service in other processes, or one of which the caller has only the answers. */
export const worldOver = (send: (...parameters: Parameters<Call>) => Promise<Response>, at = Date.now): World => {
  const call: Call = async (...parameters) => answerOf(await send(...parameters))
  return {
    call,
    at,
    countersign: { bundleSigner: uncompressedHex(publicKeyOf(decodeHex(keys.service))) },
    customer: (caller, email) => customerOf(call, caller, email)
  }
}

/** A service in this process whose clock and mailbox the test controls. */
export type LocalWorld = ReturnType<typeof makeWorld>

export const basic = ({ secret, token }: Caller) => `Basic ${encodeBase64(encodeUtf8(`${token}:${secret}`))}`

let scalars = 0
/** A new key pair. The sequence of pairs is the same in every run. */
export const keyPair = (): { readonly privateKey: Uint8Array; readonly publicKey: PublicKey } => {
  scalars += 1
  const privateKey = new Uint8Array(32).fill(1)
  new DataView(privateKey.buffer).setUint32(28, scalars)
  return { privateKey, publicKey: publicKeyOf(privateKey) }
}

export type Keys = ReturnType<typeof keyPair>

/** Encrypts a code to the latest bundle of a credential, as a client does. */
export const sealed = (world: World, bundle: string, code: string, publicKey: string) =>
  sealOtpBundle({
    code,
    publicKey,
    target: verifyOtpTargetBundle(bundle, parsePublicKey(world.countersign.bundleSigner)).target
  })

/** Requests a code and encrypts a response to it. Returns the body of both legs. */
export const answerTo = async (world: World, caller: Caller, credentialId: string, code: string, keys: Keys) => {
  const challenge = await world.call(caller, "POST", `/auth/credentials/${credentialId}/challenge`)
  const bundle: string = challenge.body.otpEncryptionTargetBundle
  return { bundle, body: { type: "EMAIL_OTP", encryptedOtpBundle: await sealed(world, bundle, code, keys.publicKey) } }
}

export const retryHeaders = (
  challenge: { readonly requestId: string; readonly payloadToSign: string },
  keys: Keys
) => ({
  "request-id": challenge.requestId,
  "service-wallet-signature": encodeStamp({
    publicKey: keys.publicKey,
    signature: signP256(encodeUtf8(challenge.payloadToSign), keys.privateKey)
  })
})

/** A login up to the 202, without the signed leg. */
export const pendingLogin = async (world: World, caller: Caller, credentialId: string, keys = keyPair()) => {
  const { body, bundle } = await answerTo(world, caller, credentialId, "000000", keys)
  const path = `/auth/credentials/${credentialId}/verify`
  const first = await world.call(caller, "POST", path, { body })
  return { keys, body, bundle, path, challenge: first.body, first }
}

/** A complete login. */
export const session = async (world: World, caller: Caller, credentialId: string, keys = keyPair()) => {
  const { body, challenge, path } = await pendingLogin(world, caller, credentialId, keys)
  const done = await world.call(caller, "POST", path, { body, headers: retryHeaders(challenge, keys) })
  return { keys, session: done.body, done }
}
