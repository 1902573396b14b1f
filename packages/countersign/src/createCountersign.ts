import { DueWork } from "@countersign/core"
import { type Call, makeWebHandler, type Reply, SIGNATURE_HEADER, type WebHandler } from "@countersign/http"
import { publicKeyOf, receiptSignerOf } from "@countersign/node-crypto"
import { type PublicKey, uncompressedHex } from "@countersign/wire"
import { Context, Effect, Fiber, ManagedRuntime } from "effect"
import { type CountersignApi, makeApi } from "./api.ts"
import { keyRing } from "./keyRing.ts"
import type { CountersignOptions, DevelopmentDefault, KeyOptions } from "./options.ts"
import { portsLayer } from "./ports.ts"
import { dueWork, settle, workers } from "./workers.ts"

export interface Countersign {
  /** Serves the HTTP API: web `Request` in, web `Response` out. Framework adapters mount it. */
  readonly handler: (request: Request) => Promise<Response>
  /** The same for the adapters of Node, which have no need of the web's types. */
  readonly serve: (call: Call) => Promise<Reply>
  /** The same programs as promises. */
  readonly api: CountersignApi
  /**
   * Takes no more calls, answers those under way, ends the work beside them and lets go of every resource. What is not
   * done within `patience` milliseconds (10,000) is left as it is: nothing half done, and mail for the next node.
   */
  readonly close: (patience?: number) => Promise<void>
  /** What clients pin: the key that signs bundles, uncompressed, 130 lower-case hex characters. */
  readonly bundleSigner: string
  /** The same of all keys of `keys.service`, the one that signs first: what clients pin while it is replaced. */
  readonly bundleSigners: ReadonlyArray<string>
  /** The keys that receipts are verified with, one per service key, the signing one first. Format as `bundleSigner`. */
  readonly receiptSigners: ReadonlyArray<string>
  readonly developmentDefaults: ReadonlyArray<DevelopmentDefault>
  /** Made when no token was given. Shown here and nowhere else. */
  readonly sandboxToken?: { readonly id: string; readonly secret: string }
}

/**
 * Countersign for a host without Effect. With no options it is a sandbox in memory. Throws `ConfigurationError` on
 * options it cannot serve. Several instances may live in one process; they share nothing.
 */
export const createCountersign = (options: CountersignOptions = {}): Countersign => {
  const settled = settle(options)
  const runtime = ManagedRuntime.make(portsLayer(settled))
  const world = runtime.context().then((context) => Context.add(context, DueWork, dueWork(context)))
  const [bundleSigner, ...others] = signersOf(settled.options.keys, publicKeyOf)
  let ready: WebHandler | undefined
  const web = world.then((context) => {
    const working = Effect.runForkWith(context)(workers)
    ready = makeWebHandler(context, handlerOptions(options))
    return { ...ready, working }
  })
  let isClosed = false
  return {
    handler: async (request) => (await web).handler(request),
    // Every call comes this way, and only the first ones have to wait.
    serve: (call) => (ready === undefined ? web.then(({ serve }) => serve(call)) : ready.serve(call)),
    api: makeApi(
      async () => {
        if (isClosed) throw new Error("This Countersign is closed, and takes no more calls.")
        return world
      },
      {
        judge: async (check) => (await web).judge(check),
        signatureHeader: options.signatureHeader ?? { name: SIGNATURE_HEADER },
        strippedPrefix: options.strippedPrefix,
        bodyLimit: options.bodyLimit
      }
    ),
    close: async (patience = PATIENCE) => {
      const { close, working } = await web
      // Together with the gate, so that no guard finds the one closed and the other open.
      isClosed = true
      const until = Date.now() + patience
      await close(patience)
      await Effect.runPromise(Fiber.interrupt(working).pipe(Effect.timeoutOption(Math.max(0, until - Date.now()))))
      await runtime.dispose()
    },
    bundleSigner,
    bundleSigners: [bundleSigner, ...others],
    receiptSigners: signersOf(settled.options.keys, receiptSignerOf),
    developmentDefaults: settled.developmentDefaults,
    ...(settled.sandboxToken === undefined ? {} : { sandboxToken: settled.sandboxToken })
  }
}

/** What a stop waits for what is under way, in milliseconds (D17). */
const PATIENCE = 10_000

/** The public keys that one purpose of each service key signs with, the signing one first. */
const signersOf = (keys: KeyOptions, signerOf: (key: Uint8Array) => PublicKey): readonly [string, ...string[]] => {
  const [first, ...others] = keyRing(keys).service
  const hex = (key: Uint8Array) => uncompressedHex(signerOf(key))
  return [hex(first), ...others.map(hex)]
}

const handlerOptions = ({ acceptRequestId, basePath, bodyLimit, signatureHeader }: CountersignOptions) => ({
  ...(acceptRequestId === undefined ? {} : { acceptRequestId }),
  ...(basePath === undefined ? {} : { basePath }),
  ...(bodyLimit === undefined ? {} : { bodyLimit }),
  ...(signatureHeader === undefined ? {} : { signatureHeader })
})
