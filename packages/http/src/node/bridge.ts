import { randomUUID } from "node:crypto"
import type { ServerResponse } from "node:http"
import { emitWarning } from "node:process"
import { inspect } from "node:util"
import { refusal } from "../web/edge.ts"
import { readAnswer, writeAnswer } from "./answer.ts"
import { headersOf, type NodeRequest, requestOf } from "./request.ts"

export interface NodeBridgeOptions {
  /** Names of further headers that may come once only, in lower case. */
  readonly single?: ReadonlyArray<string>
  /** Told of a failure of the handler itself; answers the id under which it was told. A process warning unless given. */
  readonly onDefect?: (error: unknown) => string
}

/**
 * Serves a web handler on Node's own request and response. The path is taken from `url` as the host left it, less the
 * prefix it is mounted under. A client that goes away aborts the request's signal. A handler that fails is answered for,
 * with a 500 that tells nothing of it: a framework's own page would, and without one the process would end.
 */
export const nodeBridge = (
  handler: (request: Request) => Promise<Response>,
  options: NodeBridgeOptions = {}
): ((incoming: NodeRequest, outgoing: ServerResponse) => Promise<void>) => {
  const serve = bridged(handler, options)
  return (incoming, outgoing) => serve(incoming, outgoing, incoming.url ?? "/")
}

/** The bridge to `target`, for a handler that may leave the answer to somebody else. */
export const bridged =
  (handler: Handler, { onDefect = warn, single = [] }: NodeBridgeOptions) =>
  async (incoming: NodeRequest, outgoing: ServerResponse, target: string): Promise<void> => {
    const gone = new AbortController()
    outgoing.once("close", () => gone.abort())
    // Whoever asked and has gone is not there to be answered, and what that made of the handler is nothing to report.
    try {
      const response = await answerTo(incoming, target, handler, single, gone.signal)
      if (response === undefined) return
      const answer = await readAnswer(response)
      if (!gone.signal.aborted) writeAnswer(outgoing, answer)
    } catch (error) {
      if (gone.signal.aborted) return
      writeAnswer(outgoing, await readAnswer(refusal("Defect", { details: { incident: onDefect(error) } })))
    }
  }

type Handler = (request: Request) => Promise<Response | undefined>

const answerTo = async (
  incoming: NodeRequest,
  target: string,
  handler: Handler,
  single: ReadonlyArray<string>,
  signal: AbortSignal
): Promise<Response | undefined> => {
  const headers = headersOf(incoming, single)
  if (headers === undefined) return refusal("HeaderRepeated")
  const request = await requestOf(incoming, target, headers, signal)
  if (!(request instanceof Request)) return refusal(request)
  held.set(incoming, request)
  return handler(request)
}

/** A Request follows its signal by a weak reference: it has to be held for as long as its caller may leave. */
const held = new WeakMap<NodeRequest, Request>()

/** Node's own place for what went wrong and was survived: the error stream, unless the host listens for warnings. */
const warn = (error: unknown): string => {
  const incident = randomUUID()
  emitWarning(`request failed, incident ${incident}`, { type: "CountersignDefect", detail: inspect(error) })
  return incident
}
