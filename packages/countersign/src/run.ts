import { Context, Effect, Schema } from "@countersign/core/effect"
import * as core from "@countersign/core/internal"
import {
  answered,
  type CallInProcess,
  inProcess,
  type ModePorts,
  Modes,
  type Ports,
  type Refusal,
  Reply,
  refusal,
  refusalIn,
  runCall,
  type Slots,
  startCall,
  unserved
} from "@countersign/http"
import { CountersignError } from "./CountersignError.ts"
import type { Environment } from "./types/values.ts"

/** The services that a program of the promise API can require. */
export type World = Ports | ModePorts | core.CurrentEnvironment

/** Runs a program in one environment. Rejects with `CountersignError` when the program fails or succeeds with a reply. */
export type Run = <A, E extends Refusal>(program: Effect.Effect<A | Reply, E, World>) => Promise<A>

/** Runs a program that needs a store alone, in one environment. */
export type RunOnStore = <A>(
  program: Effect.Effect<A, core.StoreUnavailable | InputInvalid, core.Store | core.CurrentEnvironment>
) => Promise<A>

type InputInvalid = Effect.Error<ReturnType<ReturnType<typeof reading>>>

/** Resolves to the ports of a service when they are built. */
export type Worlds = () => Promise<Context.Context<Ports | ModePorts>>

/** Runs programs in one environment, with the ports of its mode. Throws a `TypeError` for a malformed environment. */
export const runIn = (context: Worlds, enter: Slots, environment: Environment): Run => {
  const place = environmentOf(environment)
  return async (program) => {
    const ports = await context()
    const world = Context.get(ports, Modes)[place.mode]
    if (world === undefined)
      throw new TypeError(
        `No token of mode ${place.mode} is configured, so this environment does not exist. Add one to the tokens option.`
      )
    const requestId = crypto.randomUUID()
    const { callsInProgress, callTimeout } = Context.get(ports, core.Policy)
    const call = Effect.annotateLogs(answered(core.inEnvironment(place, program)), { requestId })
    const leave = enter(core.environmentKey(place), callsInProgress)
    const progress = startCall(callTimeout)
    if (leave !== undefined) progress.atEnd(leave)
    const outcome =
      leave === undefined ? refusal("Overloaded") : await runCall(Context.merge(ports, world), call, progress)
    return settled(outcome, requestId)
  }
}

/** Throws a reply as the error of the promise API. */
export const settled = <A>(outcome: A | Reply, requestId: string): A => {
  if (!(outcome instanceof Reply)) return outcome
  const error = new CountersignError(refusalIn(outcome), requestId, outcome.headers["retry-after"])
  if (outcome.status === 503) unserved.set(error, outcome)
  throw error
}

/** Returns the environment. A `TypeError` names each malformed field, because its text is that of a program. */
export const environmentOf = (given: Environment): core.Environment => {
  if (isEnvironment(given)) return given
  const faults = environmentFaults(given).errors.map(({ field, message }) => `${field}: ${message}`)
  throw new TypeError(
    `An environment is { platformId, mode }, such as { platformId: "acme", mode: "sandbox" }. ${faults.join(" ")}`
  )
}

const isEnvironment = Schema.is(core.Environment)
const environmentFaults = core.faultsOf(core.Environment, { isStrict: false, root: "environment" })

/** Calls endpoints in one environment. Rejects with `CountersignError` when an endpoint refuses the call. */
export const callingIn =
  (run: Run): CallInProcess =>
  (endpoint, brought) =>
    run(inProcess(endpoint, brought))

/** Decodes input of a host. Fails with `InputInvalid`, as an endpoint does, when it does not match the schema. */
export const reading = <A>(schema: Schema.Codec<A, unknown>) => {
  const decode = Schema.decodeUnknownResult(schema)
  const explain = core.faultsOf(schema, { isStrict: true, root: "body" })
  return (input: unknown) =>
    Effect.mapError(Effect.fromResult(decode(input)), () => ({ _tag: "InputInvalid", ...explain(input) }) as const)
}
