import type { CountersignOptions } from "countersign"
import type { Recorded, Recording, Replayed } from "../src/Recording.ts"
import { runOn, type Side } from "./seededCrypto.ts"
import { clock, makeService, type Service } from "./service.ts"

/** One side of a comparison: the dependencies of a service, and the transport of its calls. */
export interface Target {
  readonly name: string
  readonly crypto?: Side
  /** Options that override the recorded ones, on an empty store. */
  readonly options?: (recorded: CountersignOptions) => Promise<CountersignOptions>
  /** Called whenever the time of the service changes. */
  readonly onTime?: (at: number) => Promise<void>
  readonly ask?: (service: Service, call: Recorded) => Promise<Replayed>
  /** Called when due work fails. Without it, a failure ends the replay. */
  readonly onBroken?: (cause: unknown) => void
}

/** Recreates the service of a recording and repeats its calls in order. Returns the responses. */
export const replay = async (
  { calls, options }: Recording,
  { ask = overWeb, crypto = "native", onBroken = rethrown, onTime = async () => {}, ...target }: Target
): Promise<ReadonlyArray<Replayed>> => {
  runOn(crypto)
  const to = async (at: number) => {
    clock.at = at
    await onTime(at)
  }
  await to(calls[0]?.at ?? 0)
  const service = await makeService(options, await target.options?.(options))
  const answers: Array<Replayed> = []
  try {
    for (const call of calls) {
      if (call.at !== clock.at) await to(call.at)
      await service.before(call).catch(onBroken)
      answers.push(await ask(service, call))
    }
  } finally {
    await service.close()
  }
  return answers
}

const rethrown = (cause: unknown): never => {
  throw cause
}

/** Calls the service with web requests, without a server. */
export const overWeb = async (service: Service, call: Recorded): Promise<Replayed> => {
  const headers = new Headers()
  for (const [name, value] of call.headers) headers.append(name, value)
  const response = await service.handler(
    new Request(`http://countersign.test${call.target}`, { method: call.method, headers, body: bodyOf(call) })
  )
  return {
    status: response.status,
    headers: [...response.headers].map(([name, value]) => `${name}: ${value}`).sort(),
    body: await response.text()
  }
}

/** The bytes of the request body, or null without a body. */
export const bodyOf = ({ body }: Recorded): Uint8Array<ArrayBuffer> | null =>
  body === undefined ? null : Uint8Array.from(Buffer.from(body, "base64"))
