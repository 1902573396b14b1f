import { type Context, Effect, Result } from "effect"
import { HttpApi, type HttpApiEndpoint } from "effect/http-api"
import { Api } from "../contract/Api.ts"
import { refuse } from "../errors/answer.ts"
import { authenticated } from "../handlers/authentication.ts"
import type { Handled } from "../handlers/handler.ts"
import { handlers, type Needs } from "../handlers/index.ts"
import type { Ports } from "../Ports.ts"
import type { Asked } from "../web/edge.ts"
import { once } from "../web/once.ts"
import { decoderOf } from "./decode.ts"
import { encoderOf } from "./encode.ts"
import { Reply } from "./Reply.ts"

/** Answers a call of the contract. */
export type Serve = (asked: Asked) => Effect.Effect<Reply, never, Ports>

/** Serves every endpoint of the contract. What an endpoint needs is made at its first call: few processes see them all. */
export const serving = (ports: Context.Context<Ports>): Serve => {
  const guard = authenticated(ports)
  const endpoints = new Map<string, () => Serve>()
  HttpApi.reflect(Api, {
    onGroup: () => {},
    onEndpoint: ({ endpoint, successes }) => {
      const handled: Handled<string, Needs> | undefined = new Map(Object.entries(handlers)).get(endpoint.identifier)
      if (handled === undefined) throw new Error(`http: nobody answers ${endpoint.identifier}`)
      endpoints.set(
        endpoint.identifier,
        once(() => guard(endpoint, programOf(endpoint, successes, handled)))
      )
    }
  })
  return (asked) => {
    const serve = endpoints.get(asked.route.operation)
    if (serve === undefined) throw new Error(`http: nobody answers ${asked.route.operation}`)
    return serve()(asked)
  }
}

const programOf = (
  endpoint: HttpApiEndpoint.Top,
  successes: Parameters<typeof encoderOf>[0],
  { handle }: Handled<string, Needs>
) => {
  const decode = decoderOf(endpoint)
  const encode = encoderOf(successes)
  return (asked: Asked): Effect.Effect<Reply, never, Needs> =>
    Effect.suspend(() => {
      const decoded = decode(asked)
      if (Result.isFailure(decoded)) return Effect.succeed(refuse({ _tag: "InputInvalid", ...decoded.failure }))
      const call = { ...decoded.success, sent: asked.body?.value ?? null }
      return Effect.map(handle(call), (answer) => (answer instanceof Reply ? answer : encode(answer)))
    })
}
