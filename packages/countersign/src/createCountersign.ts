import { DueWork } from "@countersign/core"
import { Array, Context, ManagedRuntime } from "@countersign/core/effect"
import { makeWebHandler, SIGNATURE_HEADER, type WebHandler } from "@countersign/http"
import type { Call, ForUserOptions, ForVisitorOptions, Reply, UserOf } from "@countersign/http/host"
import { publicKeyOf, receiptSignerOf, verificationSignerOf } from "@countersign/node-crypto"
import { type PublicKey, uncompressedHex } from "@countersign/wire"
import { makeApi } from "./api.ts"
import { backgroundOf, closed } from "./background.ts"
import type { DueWorkDone, DueWorkOptions } from "./dueWork.ts"
import { keyRing } from "./keyRing.ts"
import type { CountersignApi } from "./methods/CountersignApi.ts"
import type { CountersignOptions, DevelopmentDefault, KeyOptions, TokenOptions } from "./options.ts"
import { portsLayer } from "./portsLayer.ts"
import { ownerOf } from "./visitorOwner.ts"
import { dueWork, trackWork } from "./workers.ts"

/** A running instance: its HTTP handler, its promise API, and the public keys that clients pin. */
export interface Countersign {
  /** Serves the HTTP API: takes a web `Request` and returns a web `Response`. Framework adapters mount it. */
  readonly handler: (request: Request) => Promise<Response>
  /** Serves the HTTP API for Node adapters, without web `Request` and `Response` objects. */
  readonly serve: (call: Call) => Promise<Reply>
  /**
   * Returns a handler for browsers and apps. It serves a signed-in user the calls about their own wallet, and refuses all
   * others. It takes no API token, and refuses pages of other sites (CSRF). `userOf` runs for every call. Throws
   * `TypeError` for an origin that is not of the form `https://app.example.com`.
   */
  readonly forUser: (userOf: UserOf, options?: ForUserOptions) => (request: Request) => Promise<Response>
  /**
   * Returns a handler as `forUser` does, which also signs visitors in by a code or a passkey, with your cookie. Every address is
   * answered alike, so that no caller learns which of them have an account.
   */
  readonly forVisitor: (userOf: UserOf, options: ForVisitorOptions) => (request: Request) => Promise<Response>
  /** The operations of the HTTP API as promises. */
  readonly api: CountersignApi
  /**
   * Does the work that is due in all environments: mail, webhooks, payments and the rest that the option `workers` names. Deletes
   * expired records and writes the counts of calls. For a cron trigger, with `workers: "none"`; call it again while `left`. Runs may
   * overlap, on one node or several: each piece of work is claimed by one of them. Returns early when nothing is due.
   */
  readonly runDueWork: (options?: DueWorkOptions) => Promise<DueWorkDone>
  /**
   * Stops accepting calls, completes those in progress, stops the workers and releases every resource. Waits up to
   * `patience` milliseconds, 10,000 by default, and then interrupts the rest: no change is committed in part, and
   * unsent mail stays queued for the next node.
   */
  readonly close: (patience?: number) => Promise<void>
  /** The public key that verifies bundles, which clients pin: uncompressed, 130 lower-case hex characters. */
  readonly bundleSigner: string
  /** The public keys of every key in `keys.service`, the signing one first. Clients pin all of them during a key rotation. */
  readonly bundleSigners: ReadonlyArray<string>
  /** The public keys that verify receipts, one per service key, the signing one first. Same format as `bundleSigner`. */
  readonly receiptSigners: ReadonlyArray<string>
  /**
   * The public keys that verify the verification tokens of logins by code, one per service key, the signing one first.
   * Same format as `bundleSigner`; `GET /auth/keys` returns them too.
   */
  readonly verificationSigners: ReadonlyArray<string>
  /** The development defaults in force. Print them at the start. */
  readonly developmentDefaults: ReadonlyArray<DevelopmentDefault>
  /** The sandbox token generated when `tokens` was omitted. It is not stored or returned anywhere else. */
  readonly sandboxToken?: SandboxToken
}

/** The user name and the password of the generated API token. */
export interface SandboxToken {
  readonly id: string
  readonly secret: string
}

/** An instance without configured tokens: it has the generated one. */
export interface SandboxCountersign extends Countersign {
  readonly sandboxToken: SandboxToken
}

/**
 * Creates a Countersign instance for a host without Effect. Without options it runs a sandbox in memory. Throws
 * `ConfigurationError` when the options are invalid. Several instances can run in one process; they share no state.
 */
export function createCountersign(
  options: CountersignOptions & { readonly tokens: ReadonlyArray<TokenOptions> }
): Countersign
export function createCountersign(options?: CountersignOptions & { readonly tokens?: never }): SandboxCountersign
export function createCountersign(options: CountersignOptions): Countersign
export function createCountersign(options: CountersignOptions = {}): Countersign {
  const work = trackWork(options)
  const runtime = ManagedRuntime.make(portsLayer(work.options, options.keys !== undefined))
  const world = runtime.context().then((context) => Context.add(context, DueWork, dueWork(context)))
  const bundleSigners = signersOf(work.options.keys, publicKeyOf)
  let ready: WebHandler | undefined
  const web = world.then((context) => {
    const background = backgroundOf(context, work.options)
    const { tokens = [], documents = tokens.every(({ mode }) => mode === "sandbox") } = options
    ready = makeWebHandler(context, { ...options, documents })
    return { ...ready, background }
  })
  let isClosed = false
  const api = makeApi(
    async () => {
      if (isClosed) throw closed()
      return world
    },
    {
      judge: async (check) => (await web).judge(check),
      signatureHeader: options.signatureHeader ?? { name: SIGNATURE_HEADER },
      strippedPrefix: options.strippedPrefix,
      bodyLimit: options.bodyLimit
    }
  )
  return {
    handler: async (request) => (await web).handler(request),
    // `ready` avoids a promise per call. Only calls made during startup wait.
    serve: (call) => (ready === undefined ? web.then(({ serve }) => serve(call)) : ready.serve(call)),
    forUser: (userOf, options = {}) => {
      requireOrigins("forUser", options)
      const made = web.then(({ forUser }) => forUser(userOf, options))
      return async (request) => (await made)(request)
    },
    forVisitor: (userOf, options) => {
      requireOrigins("forVisitor", options)
      const { mode, platformId, signIn } = options
      const environment = api.in({ mode, platformId })
      const made = web.then(({ forVisitor }) =>
        forVisitor(userOf, {
          ...options,
          signIn: (visitor) => signIn({ ...visitor, owner: () => ownerOf(environment, visitor) })
        })
      )
      return async (request) => (await made)(request)
    },
    api,
    runDueWork: async (options = {}) => {
      const { background } = await web
      if (isClosed) throw closed()
      return background.run(options)
    },
    close: async (patience = PATIENCE) => {
      const { background, close } = await web
      // Set in the same step as the handler's close, so that guards and the handler stop accepting calls together.
      isClosed = true
      const until = performance.now() + patience
      await close(patience)
      await background.stop(Math.max(0, until - performance.now()))
      await runtime.dispose()
    },
    bundleSigner: bundleSigners[0],
    bundleSigners,
    receiptSigners: signersOf(work.options.keys, receiptSignerOf),
    verificationSigners: signersOf(work.options.keys, verificationSignerOf),
    developmentDefaults: work.developmentDefaults,
    ...(work.sandboxToken === undefined ? {} : { sandboxToken: work.sandboxToken })
  }
}

/** How long `close` waits for calls and workers in progress, in milliseconds (D17). */
const PATIENCE = 10_000

/** The public keys that each service key derives for one purpose, the signing one first. */
const signersOf = (keys: KeyOptions, signerOf: (key: Uint8Array) => PublicKey) =>
  Array.map(keyRing(keys).service, (key) => uncompressedHex(signerOf(key)))

const requireOrigins = (name: string, { origins = [] }: ForUserOptions): void => {
  for (const origin of origins) {
    const serialized = URL.canParse(origin) ? new URL(origin).origin : "null"
    if (serialized === origin && origin !== "null") continue
    const example = serialized === "null" ? "https://app.example.com" : serialized
    throw new TypeError(
      `${name}: ${JSON.stringify(origin)} is not an origin. Pass a scheme, a host and a port if it is not the default, such as "${example}".`
    )
  }
}
