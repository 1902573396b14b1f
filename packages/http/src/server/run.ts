import { type Context, Effect, Exit, type Fiber, Result } from "effect"
import { refusal, refuse } from "../errors/answer.ts"
import type { Call } from "../message/Call.ts"
import { Reply } from "../message/Reply.ts"
import type { Needs, Ports } from "../Ports.ts"
import type { AnyEndpoint } from "../resources/endpoint.ts"
import { endpoints } from "../resources/index.ts"
import { authenticated } from "./authenticate.ts"
import { decoderOf, once } from "./decode.ts"
import { encoderOf } from "./encode.ts"
import { spanned } from "./observe.ts"
import type { Asked, Received } from "./route.ts"

/** Runs calls of the contract, each in a fiber of its own, which ends when its caller leaves. */
export const runner = (ports: Context.Context<Ports>): ((asked: Asked) => Promise<Reply>) => {
  const serve = serving(ports)
  const inSpan = spanned(ports)
  const fork = Effect.runForkWith(ports)
  return (asked) => {
    const { requestId } = asked
    const fiber = fork(Effect.annotateLogs(inSpan(asked, serve(asked)), "requestId", requestId))
    const exit = fiber.pollUnsafe()
    // Done in one go, and nobody had the time to leave.
    return exit === undefined ? settled(fiber, asked.call) : Promise.resolve(answerOf(exit))
  }
}

const settled = (fiber: Fiber.Fiber<Reply>, call: Call): Promise<Reply> =>
  new Promise((resolve, reject) => {
    let isGone = false
    const forget = call.onGone(() => {
      isGone = true
      fiber.interruptUnsafe()
    })
    fiber.addObserver((exit) => {
      forget()
      // Nobody is there to read it; it is no failure that anybody should look into.
      if (isGone && Exit.isFailure(exit)) return resolve(refusal("Stopping"))
      try {
        resolve(answerOf(exit))
      } catch (error) {
        reject(error)
      }
    })
  })

const answerOf = (exit: Exit.Exit<Reply>): Reply => {
  if (Exit.isSuccess(exit)) return exit.value
  throw new Error("http: a call ended without an answer", { cause: exit.cause })
}

type Serve = (asked: Asked) => Effect.Effect<Reply, never, Ports>

/** Serves every endpoint of the contract. What an endpoint needs is made at its first call: few processes see them all. */
const serving = (ports: Context.Context<Ports>): Serve => {
  const guard = authenticated(ports)
  const made = new Map<AnyEndpoint, () => Serve>(
    endpoints.map((endpoint) => [endpoint, once(() => guard(endpoint, programOf(endpoint)))])
  )
  return (asked) => {
    const serve = made.get(asked.endpoint)
    if (serve === undefined) throw new Error(`http: nobody answers ${asked.endpoint.shape.identifier}`)
    return serve()(asked)
  }
}

/** An endpoint between the gate and the wire: its decoders, its handler and its encoders. */
export const programOf = (endpoint: AnyEndpoint) => {
  const decode = decoderOf(endpoint)
  const encode = encoderOf(endpoint)
  return (received: Received): Effect.Effect<Reply, never, Needs> =>
    Effect.suspend(() => {
      const decoded = decode(received)
      if (Result.isFailure(decoded)) return Effect.succeed(refuse({ _tag: "InputInvalid", ...decoded.failure }))
      const call = { ...decoded.success, sent: received.body?.value ?? null }
      return Effect.map(endpoint.handle(call), (answer) => (answer instanceof Reply ? answer : encode(answer)))
    })
}
