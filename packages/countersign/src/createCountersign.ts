import { makeWebHandler } from "@countersign/http"
import { decodeHex, publicKeyOf, uncompressedHex } from "@countersign/wire"
import { Effect, Fiber, ManagedRuntime } from "effect"
import { makeApi } from "./api.ts"
import type { CountersignOptions, DevelopmentDefault } from "./options.ts"
import { portsLayer } from "./ports.ts"
import { settle } from "./settle.ts"
import { workers } from "./workers.ts"

export interface Countersign {
  /** Serves the HTTP API: web `Request` in, web `Response` out. Framework adapters mount it. */
  readonly handler: (request: Request) => Promise<Response>
  /** The same programs as promises. */
  readonly api: ReturnType<typeof makeApi>
  /** Ends the work beside requests and lets go of every resource. */
  readonly close: () => Promise<void>
  /** What clients pin: the key that signs bundles, uncompressed, 130 lower-case hex characters. */
  readonly bundleSigner: string
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
  const web = runtime.context().then((context) => {
    const working = Effect.runForkWith(context)(workers)
    return { ...makeWebHandler(context, handlerOptions(options)), working }
  })
  return {
    handler: async (request) => (await web).handler(request),
    api: makeApi(() => runtime.context()),
    close: async () => {
      const { close, working } = await web
      await Effect.runPromise(Fiber.interrupt(working))
      await close()
      await runtime.dispose()
    },
    bundleSigner: uncompressedHex(publicKeyOf(decodeHex(settled.options.keys.service))),
    developmentDefaults: settled.developmentDefaults,
    ...(settled.sandboxToken === undefined ? {} : { sandboxToken: settled.sandboxToken })
  }
}

const handlerOptions = ({ basePath, signatureHeader }: CountersignOptions) => ({
  ...(basePath === undefined ? {} : { basePath }),
  ...(signatureHeader === undefined ? {} : { signatureHeader })
})
