import { limit } from "@countersign/harness/rounds"
import * as fc from "fast-check"
import { type Answer, type Connection, connectionTo } from "./connections.ts"
import type { Listening } from "./hosts.ts"
import { type Input, type Request, shown } from "./Input.ts"
import { type Verdict, verify } from "./judge.ts"

/** Number of inputs that share a seed. */
const CHUNK = 2_000
/** Stops after this many failures. */
const ENOUGH = 5
/** Number of inputs in flight. */
const LANES = 8

export interface Told {
  /** The number of inputs by family. */
  readonly families: ReadonlyMap<string, number>
  /** The number of responses by status. */
  readonly statuses: ReadonlyMap<number, number>
  readonly slowest: { readonly millis: number; readonly request: string }
}

/** Sends `count` inputs to every host. Throws the first few failures, each with a minimized input. */
export const fuzz = async (
  inputs: fc.Arbitrary<Input>,
  { count, hosts, seed }: { readonly count: number; readonly hosts: ReadonlyArray<Listening>; readonly seed: number }
): Promise<Told> => {
  const reported = { families: new Map<string, number>(), statuses: new Map<number, number>(), slowest: NOTHING }
  const failures: Array<Error> = []
  const lanes = Array.from({ length: LANES }, () => hosts.map(({ origin }) => connectionTo(origin)))
  try {
    for (let start = 0; start < count && failures.length === 0; start += CHUNK) {
      const drawn = fc.sample(inputs, { seed: seed + start, numRuns: Math.min(CHUNK, count - start) })
      const rest = drawn.entries()
      await Promise.all(
        lanes.map(async (connections) => {
          for (const [at, input] of rest) {
            if (failures.length >= ENOUGH) return
            const request = await input.request()
            // The hosts take turns in receiving an input first.
            const order = at % 2 === 0 ? connections : connections.toReversed()
            try {
              const given = await answers(order, request)
              if (input.isOnce === true && isLetThrough(request, given)) await requireSpent(order, request)
              note(reported, input, request, given)
            } catch (error) {
              failures.push(await smallest(inputs, { seed: seed + start, at, hosts, request, error }))
            }
          }
        })
      )
    }
  } finally {
    for (const connection of lanes.flat()) connection.hangUp()
  }
  if (failures.length > 0) throw new AggregateError(failures, failures.map(({ message }) => message).join("\n\n"))
  return reported
}

/** The checked responses of all hosts. Throws when they differ, also on a second attempt. */
const answers = async (hosts: ReadonlyArray<Connection>, request: Request): Promise<ReadonlyArray<Answer>> => {
  const given: Array<Answer> = []
  const verdicts: Array<Verdict> = []
  for (const host of hosts) {
    const answer = await host.ask(request)
    given.push(answer)
    verdicts.push(verify(request, answer))
    // Only a request without an effect can be repeated.
    if (answer.status < 400 && request.method !== "GET") return given
  }
  if (new Set(verdicts.map(spelled)).size === 1) return given
  const repeated: Array<string> = []
  for (const host of hosts) repeated.push(spelled(verify(request, await host.ask(request))))
  if (new Set(repeated).size > 1) throw new Error(`the hosts differ: ${verdicts.map(spelled)}, then ${repeated}`)
  return given
}

/** Whether a signed call took effect. A call with an idempotency key is excluded, because it repeats its response. */
const isLetThrough = ({ headers }: Request, given: ReadonlyArray<Answer>): boolean =>
  given.some(({ status }) => status < 300 && status !== 202) &&
  !headers.some(([name]) => name.toLowerCase() === "idempotency-key")

/** I1: a request that took effect is rejected from then on by every host. */
const requireSpent = async (hosts: ReadonlyArray<Connection>, request: Request): Promise<void> => {
  for (const host of hosts) {
    const { status } = verify(request, await host.ask(request))
    if (status < 400) throw new Error(`I1: accepted again, with ${status}`)
  }
}

const spelled = ({ code, status }: Verdict): string => `${status} ${code}`

/** Milliseconds. */
const LONG = limit(5_000)

const note = (
  reported: { -readonly [Key in keyof Told]: Told[Key] } & {
    readonly families: Map<string, number>
    readonly statuses: Map<number, number>
  },
  { family }: Input,
  request: Request,
  given: ReadonlyArray<Answer>
): void => {
  reported.families.set(family, (reported.families.get(family) ?? 0) + 1)
  for (const { millis, status } of given) {
    reported.statuses.set(status, (reported.statuses.get(status) ?? 0) + 1)
    if (millis > reported.slowest.millis) reported.slowest = { millis, request: shown(request) }
    if (millis > LONG) throw new Error(`took ${Math.round(millis)} ms`)
  }
  const names = Object.getOwnPropertyNames(Object.prototype)
  if (names.length !== INHERITED) throw new Error(`H6: Object.prototype has been changed: ${names}`)
}

const INHERITED = Object.getOwnPropertyNames(Object.prototype).length
const NOTHING: Told["slowest"] = { millis: 0, request: "" }

/** Draws the input again, minimizes it, and adds the command that reproduces the failure. */
const smallest = async (
  inputs: fc.Arbitrary<Input>,
  found: {
    readonly seed: number
    readonly at: number
    readonly hosts: ReadonlyArray<Listening>
    readonly request: Request
    readonly error: unknown
  }
): Promise<Error> => {
  const { at, error, hosts, request, seed } = found
  const connections = hosts.map(({ origin }) => connectionTo(origin))
  let last = shown(request)
  let cause = error
  const answered = fc.asyncProperty(inputs, async (input) => {
    const repeated = await input.request()
    try {
      await answers(connections, repeated)
    } catch (why) {
      last = shown(repeated)
      cause = why
      throw why
    }
  })
  await fc.check(answered, { seed, path: String(at), numRuns: 1, interruptAfterTimeLimit: 20_000 })
  for (const connection of connections) connection.hangUp()
  return new Error(`SEED=${seed} INPUTS=${at + 1}: ${String(cause)}\n${last}\nfirst seen as ${shown(request)}`, {
    cause
  })
}
