import { performance } from "node:perf_hooks"
import type { Holder } from "./Population.ts"
import { authorization, type Service } from "./service.ts"

export interface Call {
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly expect: number
}

/** Calls a service for one holder and measures the time of the service only, without the work of the client. */
export const callerOf = (service: Service, { platform }: Holder) => {
  let spent = 0
  const timed = async <A>(work: () => Promise<A>): Promise<A> => {
    const began = performance.now()
    try {
      return await work()
    } finally {
      spent += performance.now() - began
    }
  }
  return {
    service,
    spent: () => spent,
    timed,
    /** Makes a call and returns the fields of the response. Throws on an unexpected status. */
    call: async (method: string, path: string, { body, expect, headers = {} }: Call) => {
      const request = new Request(`http://scale.test/2025-10-13${path}`, {
        method,
        headers: { authorization: authorization(platform), "content-type": "application/json", ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) })
      })
      const answer = await timed(async () => {
        const response = await service.handler(request)
        return { status: response.status, text: await response.text() }
      })
      if (answer.status !== expect) throw new Error(`scale: ${method} ${path} answered ${answer.status} ${answer.text}`)
      const read: Readonly<Record<string, unknown>> = JSON.parse(answer.text)
      return (field: string): string => String(read[field])
    }
  }
}
export type Caller = ReturnType<typeof callerOf>
