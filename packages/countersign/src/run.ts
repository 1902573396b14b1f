import * as core from "@countersign/core/internal"
import {
  type Answered,
  bodyOf,
  type ErrorBody,
  type ModePorts,
  Modes,
  type Ports,
  type Refusal
} from "@countersign/http"
import { Context, Effect, Result, Schema } from "effect"

/** What a program of the promise API may ask for. */
export type World = Ports | ModePorts | core.CurrentEnvironment

/** Runs a program in one environment. A refusal rejects as a `CountersignRefusal`. */
export type Run = <A, E extends Refusal>(program: Effect.Effect<A, E, World>) => Promise<A>

/** A refusal of the promise API: the same status, code, reason, message and details the HTTP API answers with. */
export class CountersignRefusal extends Error {
  override readonly name = "CountersignRefusal"
  readonly status: number
  readonly code: string
  readonly reason: string | undefined
  /** `errors` names each field that is wrong, where fields are. */
  readonly details: RefusalDetails | undefined
  constructor({ code, details, message, reason, status }: typeof ErrorBody.Type) {
    super(message)
    this.status = status
    this.code = code
    this.reason = reason
    this.details = details
  }
}

export interface RefusalDetails {
  readonly check?: string
  readonly incident?: string
  readonly errors?: ReadonlyArray<{ readonly field: string; readonly message: string }>
}

/** The ports of a service, once they are made. */
export type Worlds = () => Promise<Context.Context<Ports | ModePorts>>

/** Runs programs in one environment, in the world of its mode. */
export const runIn =
  (context: Worlds, environment: core.Environment): Run =>
  async (program) => {
    const ports = await context()
    readEnvironment(environment)
    const world = Context.get(ports, Modes)[environment.mode]
    if (world === undefined) throw new Error(`No token of mode ${environment.mode} is configured, so nothing is there.`)
    const outcome = await Effect.runPromise(
      Effect.result(program).pipe(
        (inWorld) => core.inEnvironment(environment, inWorld),
        Effect.provideContext(Context.merge(ports, world))
      )
    )
    if (Result.isSuccess(outcome)) return outcome.success
    throw new CountersignRefusal(bodyOf(outcome.failure))
  }

const readEnvironment = core.plainly(core.Environment)

/** Calls an endpoint in one environment, or rejects with its refusal. */
export type Ask = <A>(call: Effect.Effect<Answered<A>, never, World>) => Promise<A>

export const asking =
  (run: Run): Ask =>
  (call) =>
    run(call).then(answerOf)

/** The answer of an endpoint, or the rejection that its refusal is. */
const answerOf = <A>({ answer, refusal }: Answered<A>): A => {
  if (refusal !== undefined) throw new CountersignRefusal(refusal)
  return answer
}

/** Reads what a host gave, or refuses it as an endpoint would. */
export const reading = <A>(schema: Schema.Codec<A, unknown>) => {
  const decode = Schema.decodeUnknownResult(schema)
  const explain = core.faultsOf(schema, { isStrict: true, root: "body" })
  return (input: unknown) =>
    Effect.mapError(Effect.fromResult(decode(input)), () => ({ _tag: "InputInvalid", ...explain(input) }) as const)
}
