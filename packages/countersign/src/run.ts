import * as core from "@countersign/core/internal"
import {
  type Answered,
  bodyOf,
  type CallInProcess,
  type ErrorBody,
  inProcess,
  type ModePorts,
  Modes,
  type Ports,
  type Refusal
} from "@countersign/http"
import { Context, Effect, Result, Schema } from "effect"

/** The services that a program of the promise API can require. */
export type World = Ports | ModePorts | core.CurrentEnvironment

/** Runs a program in one environment. Rejects with `CountersignRefusal` when the program fails. */
export type Run = <A, E extends Refusal>(program: Effect.Effect<A, E, World>) => Promise<A>

/** Rejection of the promise API, with the status, code, reason, message and details that the HTTP API responds with. */
export class CountersignRefusal extends Error {
  override readonly name = "CountersignRefusal"
  readonly status: number
  readonly code: string
  readonly reason: string | undefined
  /** `errors` lists each invalid field, when the refusal concerns fields. */
  readonly details: RefusalDetails | undefined
  /** The section of the errors page with the cause and the remedy. */
  readonly docs: string | undefined
  constructor({ code, details, docs, message, reason, status }: typeof ErrorBody.Type) {
    super(message)
    this.status = status
    this.code = code
    this.reason = reason
    this.details = details
    this.docs = docs
  }
}

export interface RefusalDetails {
  readonly check?: string
  readonly incident?: string
  readonly errors?: ReadonlyArray<{ readonly field: string; readonly message: string }>
  /** The rule of the access policy that refuses. */
  readonly rule?: core.AccessRule
  /** Of `STEP_UP_REQUIRED`: what a session needs to sign the call. */
  readonly credentialTypes?: ReadonlyArray<string>
  readonly maxSessionAgeSeconds?: number
  /** The limit that a payment exceeds. */
  readonly limit?: number
}

/** Resolves to the ports of a service when they are built. */
export type Worlds = () => Promise<Context.Context<Ports | ModePorts>>

/** Runs programs in one environment, with the ports of its mode. */
export const runIn =
  (context: Worlds, environment: core.Environment): Run =>
  async (program) => {
    const ports = await context()
    readEnvironment(environment)
    const world = Context.get(ports, Modes)[environment.mode]
    if (world === undefined)
      throw new Error(
        `No token of mode ${environment.mode} is configured, so this environment does not exist. Add one to the tokens option.`
      )
    const outcome = await Effect.runPromise(
      Effect.result(program).pipe(
        (inWorld) => core.inEnvironment(environment, inWorld),
        Effect.provideContext(Context.merge(ports, world))
      )
    )
    if (Result.isSuccess(outcome)) return outcome.success
    throw new CountersignRefusal(bodyOf(outcome.failure))
  }

const readEnvironment = core.compiledDecoder(core.Environment)

/** Calls endpoints in one environment. Rejects with `CountersignRefusal` when an endpoint refuses the call. */
export const callingIn =
  (run: Run): CallInProcess =>
  (endpoint, brought) =>
    run(inProcess(endpoint, brought)).then(answerOf)

/** Returns the answer of an endpoint, or throws its refusal. */
const answerOf = <A>({ answer, refusal }: Answered<A>): A => {
  if (refusal !== undefined) throw new CountersignRefusal(refusal)
  return answer
}

/** Decodes input of a host. Fails with `InputInvalid`, as an endpoint does, when it does not match the schema. */
export const reading = <A>(schema: Schema.Codec<A, unknown>) => {
  const decode = Schema.decodeUnknownResult(schema)
  const explain = core.faultsOf(schema, { isStrict: true, root: "body" })
  return (input: unknown) =>
    Effect.mapError(Effect.fromResult(decode(input)), () => ({ _tag: "InputInvalid", ...explain(input) }) as const)
}
