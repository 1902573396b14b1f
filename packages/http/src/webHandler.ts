import type {
  ApiTokens,
  EventBodies,
  PaymentRails,
  Screening,
  Seals,
  ServiceKey,
  Signatures,
  Store,
  Throttle,
  Vault,
  Verification,
  Wallets,
  WebhookKeys,
  WebhookSender
} from "@countersign/core"
import { Context, Effect, Layer } from "effect"
import { HttpMiddleware, HttpRouter, HttpServer } from "effect/http"
import { HttpApiBuilder, HttpApiScalar } from "effect/http-api"
import { Api } from "./contract/Api.ts"
import { SIGNATURE_HEADER } from "./contract/bodies/retryHeaders.ts"
import type { Modes } from "./contract/Modes.ts"
import { openApiDocument } from "./document/openApi.ts"
import type { Guarded } from "./guards/Guarded.ts"
import { judged } from "./guards/judged.ts"
import { authentication } from "./handlers/authentication.ts"
import { handlers } from "./handlers/index.ts"
import { inputValidation } from "./handlers/inputValidation.ts"
import { edge } from "./web/edge.ts"
import { makeGate } from "./web/gate.ts"
import { LIVE, live, makeReady, READY } from "./web/health.ts"
import { measured } from "./web/metrics.ts"
import type { SignatureHeader } from "./web/signatureHeader.ts"
import { spanName } from "./web/spanNames.ts"

/** What the handler needs of its host, whatever the mode of a call. */
export type Ports =
  | ApiTokens
  | EventBodies
  | Modes
  | PaymentRails
  | Screening
  | Seals
  | ServiceKey
  | Signatures
  | Store
  | Throttle
  | Vault
  | Verification
  | Wallets
  | WebhookKeys
  | WebhookSender

export interface WebHandlerOptions {
  /** Where the API stands under its mount. The date is its version. */
  readonly basePath?: string
  readonly signatureHeader?: SignatureHeader
}

export interface WebHandler {
  readonly handler: (request: Request) => Promise<Response>
  /**
   * Runs the check of a call to an endpoint of the host's own as a call here is run: refused once this is closed, waited
   * for when it closes, and a failure that no program named is a 500 with an id.
   */
  readonly judge: <A>(check: () => Promise<Guarded<A>>) => Promise<Guarded<A>>
  /**
   * Takes no more calls, waits until those under way are answered, `patience` milliseconds at the most, and lets go of
   * what it holds; answers how many it left without an answer.
   */
  readonly close: (patience?: number) => Promise<number>
}

/** Serves the contract as a function from web `Request` to web `Response`: for Bun, Deno, Workers, Next, Hono, and Node. */
export const makeWebHandler = (ports: Context.Context<Ports>, options: WebHandlerOptions = {}): WebHandler => {
  const { basePath = "/2025-10-13", signatureHeader = { name: SIGNATURE_HEADER } } = options
  const provided = Layer.succeedContext(ports)
  const api = HttpApiBuilder.layer(Api).pipe(
    Layer.provide(handlers),
    Layer.provide([authentication, inputValidation]),
    HttpRouter.provideRequest(provided),
    Layer.provide(provided)
  )
  const { dispose, handler } = HttpRouter.toWebHandler(
    api.pipe(Layer.provide(HttpServer.layerServices)),
    // A path is as long as the host lets it be; that an id in it is too long is for the contract to say.
    { disableLogger: true, routerConfig: { maxParamLength: 65_536 } }
  )
  // Both are dear to make, and few processes are ever asked for them.
  const document = once(() => JSON.stringify(openApiDocument(signatureHeader.name), undefined, 2))
  const docs = once(makeDocs)
  const gate = makeGate()
  const ready = Effect.runPromise(Effect.provideContext(makeReady, ports))
  const tell = Effect.runForkWith(ports)
  const onDefect = (error: unknown) => {
    const incident = crypto.randomUUID()
    tell(Effect.logError("request failed at the edge", { incident }, error))
    return incident
  }
  // With the context goes the tracer of the host: the router would otherwise know none.
  const observed = Context.add(ports, HttpMiddleware.SpanNameGenerator, spanName)
  return {
    close: async (patience = PATIENCE) => {
      const left = await gate.close(patience)
      await dispose()
      return left
    },
    handler: edge((request) => handler(request, observed), {
      basePath,
      signatureHeader,
      gate,
      documents: new Map([
        [LIVE, live],
        [READY, async () => Effect.runPromise(await ready)],
        [
          "/openapi.json",
          async (_: Request) => new Response(document(), { headers: { "content-type": "application/json" } })
        ],
        ["/docs", (request: Request) => docs().handler(new Request(new URL("/docs", request.url)))]
      ]),
      onAnswer: (answered) => void tell(measured(answered)),
      onDefect
    }),
    judge: judged({ gate, onDefect })
  }
}

/** The page about the API. It holds nothing that has to be let go of. */
const makeDocs = () =>
  HttpRouter.toWebHandler(HttpApiScalar.layer(Api, { path: "/docs" }).pipe(Layer.provide(HttpServer.layerServices)), {
    disableLogger: true
  })

const once = <A>(make: () => A): (() => A) => {
  let made: { readonly value: A } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

/** What a stop waits for calls under way (D17). */
const PATIENCE = 10_000
