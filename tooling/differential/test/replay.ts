import type { CountersignOptions } from "countersign"
import type { Recorded, Recording, Replayed } from "../src/Recording.ts"
import { runOn, type Side } from "./seededCrypto.ts"
import { clock, makeService, type Service } from "./service.ts"

/** One side of a pair: what a service stands on, and the way its calls reach it. */
export interface Target {
  readonly name: string
  readonly crypto?: Side
  /** What a service is made with over what it was recorded with, on an empty store. */
  readonly options?: (recorded: CountersignOptions) => Promise<CountersignOptions>
  /** Told whenever the time of the service is another. */
  readonly onTime?: (at: number) => Promise<void>
  readonly ask?: (service: Service, call: Recorded) => Promise<Replayed>
  /** What is due by the time of a call, and fails. Nothing of a service that is whole does. */
  readonly onBroken?: (cause: unknown) => void
}

/** Makes the service of a recording anew, and asks it all that was asked, in order; answers what it answered. */
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

/** By way of the web's own types, with no server between. */
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

/** The bytes that were sent; null where none were. */
export const bodyOf = ({ body }: Recorded): Uint8Array<ArrayBuffer> | null =>
  body === undefined ? null : Uint8Array.from(Buffer.from(body, "base64"))
