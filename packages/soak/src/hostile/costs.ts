import type { HostileBody } from "./bodies.ts"

/** What one hostile body came to. */
export interface Cost {
  readonly body: HostileBody
  readonly status: number
  /** Processor time of the whole call, in milliseconds; the least over its repeats. */
  readonly millis: number
  /** Bytes of the longest answer. */
  readonly answered: number
}

/** A service in this process. */
export interface Service {
  readonly handler: (request: Request) => Promise<Response>
  readonly authorization: string
  /** Where it is mounted, with the version of the API. */
  readonly base: string
}

/**
 * What a body costs a service of this process. The whole call is counted, which is never less than its longest stretch
 * without a pause (I20). A call over `enough` milliseconds is repeated up to `repeats` times: a collection of garbage
 * falls into any call, and into all of them only if they cause it.
 */
export const costOf = async (
  { authorization, base, handler }: Service,
  body: HostileBody,
  { enough, repeats }: { readonly enough: number; readonly repeats: number }
): Promise<Cost> => {
  const sent = body.text()
  let [answered, millis, status] = [0, Number.POSITIVE_INFINITY, 0]
  for (let repeat = 0; repeat < repeats && millis > enough; repeat += 1) {
    const request = new Request(`http://hostile.test${base}${body.path}`, {
      method: body.method,
      headers: { authorization, "content-type": "application/json" },
      body: sent
    })
    const before = process.cpuUsage()
    const response = await handler(request)
    const text = await response.text()
    const { system, user } = process.cpuUsage(before)
    millis = Math.min(millis, (system + user) / 1000)
    answered = Math.max(answered, Buffer.byteLength(text))
    status = response.status
  }
  return { body, status, millis, answered }
}
