import {
  type Guarded,
  granted,
  guardBySession,
  guardBySignature,
  hostCalls,
  Reply,
  refused,
  toResponse,
  type WebHandler,
  webCallOfHost
} from "@countersign/http"
import type { Guard, Guards } from "./methods/host.ts"
import type { Run } from "./run.ts"

/** The options and the error handling that guards share with the handler. */
export type GuardOptions = Parameters<typeof hostCalls>[0] & Pick<WebHandler, "judge">

/** The guards of one environment. */
export const guardsApi = (run: Run, { judge, ...options }: GuardOptions): Guards => {
  const readHostCall = hostCalls(options)
  return {
    requireSignature: (operation, toPayload, { allowHeld } = {}) =>
      guard(async (received) => {
        const read = await readHostCall(received)
        if (read instanceof Reply) return refused(read)
        const { call, headers } = read
        const wanted = await toPayload(call)
        if ("arrayBuffer" in wanted) return { answer: wanted, granted: undefined }
        const { body, method, path } = call
        const signed = guardBySignature({ name: operation, method, path, body, allowHeld, ...wanted }, headers)
        const outcome = await judge(() => run(signed))
        return outcome.granted === undefined ? outcome : granted({ ...wanted, ...outcome.granted })
      }),
    requireSession: ({ allowHeld } = {}) =>
      guard(async (received) => {
        const read = await readHostCall(received)
        if (read instanceof Reply) return refused(read)
        const { call, proof, stamp } = read
        const { body, method, path } = call
        const proven = guardBySession({ allowHeld, method, path, body, proof, stamp })
        return judge(() => run(proven))
      })
  }
}

const guard = <Granted>(checkCall: Guard<Granted>["checkCall"]): Guard<Granted> => {
  const check = async (request: Request): Promise<Guarded<Granted>> => {
    const outcome = await checkCall(webCallOfHost(request))
    const { answer } = outcome
    if (answer === undefined) return outcome
    return { answer: answer instanceof Reply ? toResponse(answer) : answer, granted: undefined }
  }
  return {
    check,
    checkCall,
    handler:
      (act) =>
      async (request, ...more) => {
        const { answer, granted: through } = await check(request)
        return answer ?? act(request, through, ...more)
      }
  }
}
