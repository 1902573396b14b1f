import type { ApiTokens, Seals, ServiceKey, Signatures, Store, Throttle, Vault, Wallets } from "@countersign/core"
import { type Context, Effect, Layer } from "effect"
import { HttpRouter, HttpServer } from "effect/http"
import { HttpApiBuilder, HttpApiScalar } from "effect/http-api"
import { Api } from "./contract/Api.ts"
import { SIGNATURE_HEADER } from "./contract/bodies/retryHeaders.ts"
import type { Modes } from "./contract/Modes.ts"
import { authentication } from "./handlers/authentication.ts"
import { handlers } from "./handlers/index.ts"
import { inputValidation } from "./handlers/inputValidation.ts"
import { openApiDocument } from "./openApi.ts"
import { edge } from "./web/edge.ts"
import type { SignatureHeader } from "./web/signatureHeader.ts"

/** What the handler needs of its host, whatever the mode of a call. */
export type Ports = ApiTokens | Modes | Seals | ServiceKey | Signatures | Store | Throttle | Vault | Wallets

export interface WebHandlerOptions {
  /** Where the API stands under its mount. The date is its version. */
  readonly basePath?: string
  readonly signatureHeader?: SignatureHeader
}

export interface WebHandler {
  readonly handler: (request: Request) => Promise<Response>
  readonly close: () => Promise<void>
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
  const docs = HttpApiScalar.layer(Api, { path: "/docs" })
  const { dispose, handler } = HttpRouter.toWebHandler(
    Layer.mergeAll(api, docs).pipe(Layer.provide(HttpServer.layerServices)),
    // A path is as long as the host lets it be; that an id in it is too long is for the contract to say.
    { disableLogger: true, routerConfig: { maxParamLength: 65_536 } }
  )
  const document = JSON.stringify(openApiDocument(signatureHeader.name), undefined, 2)
  return {
    close: dispose,
    handler: edge((request) => handler(request), {
      basePath,
      signatureHeader,
      documents: new Map([
        [
          "/openapi.json",
          async (_: Request) => new Response(document, { headers: { "content-type": "application/json" } })
        ],
        ["/docs", (request: Request) => handler(new Request(new URL("/docs", request.url)))]
      ]),
      onDefect: (error) => {
        const incident = crypto.randomUUID()
        Effect.runForkWith(ports)(Effect.logError("request failed at the edge", { incident }, error))
        return incident
      }
    })
  }
}
