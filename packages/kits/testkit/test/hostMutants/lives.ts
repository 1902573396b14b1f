import { bodyOf } from "@countersign/http"
import { bareListener } from "../../src/bareHost.ts"
import type { Handler, Mount } from "../../src/conversation/service.ts"
import { type Break, defect, handling, loosely, rewritten } from "./HostMutant.ts"

/** Lets a defect answer for a handler that fails. */
const failing = (answer: (error: unknown) => Promise<Response>): Break["over"] =>
  handling((handler) => async (request) => {
    try {
      return await handler(request)
    } catch (error) {
      return answer(error)
    }
  })

/** The part of a response that can still be read. */
const readable = async (response: Response): Promise<Uint8Array<ArrayBuffer>> => {
  const chunks: Array<Uint8Array> = []
  const reader = response.body?.getReader()
  try {
    for (;;) {
      const { done = true, value } = (await reader?.read()) ?? {}
      if (done || value === undefined) break
      chunks.push(value)
    }
  } catch {
    // This is the defect: the response ends as if it were complete.
  }
  return new Uint8Array(Buffer.concat(chunks))
}

/** Answers each request with the response of the one before it. */
const mixing = (handler: Handler): Handler => {
  let before: Promise<Response> | undefined
  return async (request) => {
    const own = handler(request)
    own.catch(() => {})
    const given = before ?? own
    before = own
    return (await given).clone()
  }
}

/** A host whose requests are aborted by another signal too. */
const alsoAborted = (mount: Mount, other: AbortSignal) => {
  const handler: Handler = async (request) =>
    mount.handler(await rewritten(request, { signal: AbortSignal.any([request.signal, other]) }))
  return bareListener({ ...mount, handler })
}

const queueing = (handler: Handler): Handler => {
  let queue: Promise<unknown> = Promise.resolve()
  return (request) => {
    const answer = queue.then(() => handler(request))
    queue = answer.catch(() => {})
    return answer
  }
}

export const lifeBreaks: ReadonlyArray<Break> = [
  defect(
    "returns the message of a failure",
    "a failure has the error code of the catalogue",
    failing(async (error) =>
      Response.json({ status: 500, code: "INTERNAL_ERROR", message: String(error) }, { status: 500 })
    )
  ),
  defect(
    "adds the message to a catalogued failure",
    "a failure returns an incident id and no other detail",
    failing(async (error) =>
      Response.json({ ...bodyOf({ _tag: "Defect" }), details: { error: String(error) } }, { status: 500 })
    )
  ),
  defect(
    "answers a failure without an error code",
    "a failure has the error code of the catalogue",
    failing(async () => new Response(null, { status: 500 }))
  ),
  defect(
    "never answers a failure",
    "a handler that rejects results in a 500 with an error code and no details",
    failing(() => new Promise(() => {}))
  ),
  defect(
    "ends a failed response as if it were complete",
    "a response whose body fails is never received as complete",
    handling((handler) => async (request) => {
      const response = await handler(request)
      const { headers, status } = response
      return new Response(response.body === null ? null : await readable(response), { status, headers })
    })
  ),
  defect("mixes up requests", "no request receives the response of another", handling(mixing)),
  defect("serves one request at a time", "concurrent requests are served concurrently", handling(queueing)),
  defect(
    "never aborts",
    "a client disconnect aborts the signal of GET",
    handling(
      (handler) => async (request) => handler(await rewritten(request, { signal: new AbortController().signal }))
    )
  ),
  defect(
    "drops the reference to the request it created",
    "also after a garbage collection",
    handling((handler) => async (request) => handler(await loosely(request, {})))
  ),
  defect("aborts once the request is read", "only a disconnect aborts the signal", (mount) => (incoming, outgoing) => {
    const read = new AbortController()
    incoming.once("close", () => read.abort())
    alsoAborted(mount, read.signal)(incoming, outgoing)
  }),
  defect(
    "aborts all requests when one client disconnects",
    "the disconnect of one client does not abort the requests of others",
    (mount) => {
      const anybody = new AbortController()
      const serve = alsoAborted(mount, anybody.signal)
      return (incoming, outgoing) => {
        outgoing.once("close", () => outgoing.writableFinished || anybody.abort())
        serve(incoming, outgoing)
      }
    }
  ),
  defect(
    "exits when a client disconnects",
    "a client disconnect aborts the signal of GET, and the process survives",
    (mount) => {
      const serve = bareListener(mount)
      let isDead = false
      return (incoming, outgoing) => {
        outgoing.once("close", () => {
          if (!outgoing.writableFinished) isDead = true
        })
        if (isDead) incoming.socket.destroy()
        else serve(incoming, outgoing)
      }
    }
  ),
  defect(
    "closes the connection unannounced after a rejection",
    "one connection serves many requests, whatever their responses",
    (mount) => {
      const serve = bareListener(mount)
      return (incoming, outgoing) => {
        outgoing.once("finish", () => outgoing.statusCode >= 400 && incoming.socket.destroy())
        serve(incoming, outgoing)
      }
    }
  )
]
