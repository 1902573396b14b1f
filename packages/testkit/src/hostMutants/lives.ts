import { bodyOf } from "@countersign/http"
import type { Handler } from "../conversation/service.ts"
import { bareListener } from "./bareHost.ts"
import { type Break, handling, loosely, rewritten } from "./HostMutant.ts"

const later = (millis: number) => new Promise((resolve) => setTimeout(resolve, millis))

/** Lets a break answer for a handler that fails. */
const failing = (answer: (error: unknown) => Promise<Response>): Break["over"] =>
  handling((handler) => async (request) => {
    try {
      return await handler(request)
    } catch (error) {
      return answer(error)
    }
  })

/** What can be read of an answer. */
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
    // Just what is broken here: that there should have been more is told to nobody.
  }
  return new Uint8Array(Buffer.concat(chunks))
}

const mixing = (handler: Handler): Handler => {
  let last: Promise<Response> | undefined
  return async (request) => {
    last = handler(request)
    await Promise.allSettled([last, later(5)])
    return (await last).clone()
  }
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
  {
    name: "shows the message of a failure",
    breaks: "a failure has the catalogue's name",
    over: failing(async (error) =>
      Response.json({ status: 500, code: "INTERNAL_ERROR", message: String(error) }, { status: 500 })
    )
  },
  {
    name: "hangs the message on a named failure",
    breaks: "a failure tells an incident and nothing else of what happened",
    over: failing(async (error) =>
      Response.json({ ...bodyOf({ _tag: "Defect" }), details: { error: String(error) } }, { status: 500 })
    )
  },
  {
    name: "answers a failure without a name",
    breaks: "a failure has the catalogue's name",
    over: failing(async () => new Response(null, { status: 500 }))
  },
  {
    name: "leaves a failure without an answer",
    breaks: "a handler that rejects is a named 500 without details",
    over: failing(() => new Promise(() => {}))
  },
  {
    name: "ends an answer well whose body failed",
    breaks: "an answer whose body fails is never taken for a whole one",
    over: handling((handler) => async (request) => {
      const response = await handler(request)
      const { headers, status } = response
      return new Response(response.body === null ? null : await readable(response), { status, headers })
    })
  },
  {
    name: "mixes up requests",
    breaks: "no request sees what belongs to another",
    over: handling(mixing)
  },
  {
    name: "serves one request at a time",
    breaks: "requests at once are served at once",
    over: handling(queueing)
  },
  {
    name: "never aborts",
    breaks: "a caller who leaves aborts the signal of GET",
    over: handling(
      (handler) => async (request) => handler(await rewritten(request, { signal: new AbortController().signal }))
    )
  },
  {
    name: "lets go of the request it made",
    breaks: "though memory was tidied meanwhile",
    over: handling((handler) => async (request) => handler(await loosely(request, {})))
  },
  {
    name: "aborts once the request is read",
    breaks: "only leaving aborts",
    over: (mount) => (incoming, outgoing) => {
      const read = new AbortController()
      incoming.once("close", () => read.abort())
      const handler: Handler = async (request) =>
        mount.handler(await rewritten(request, { signal: AbortSignal.any([request.signal, read.signal]) }))
      bareListener({ ...mount, handler })(incoming, outgoing)
    }
  },
  {
    name: "aborts all when one leaves",
    breaks: "one caller who leaves aborts nobody else",
    over: (mount) => {
      const anybody = new AbortController()
      const handler: Handler = async (request) =>
        mount.handler(await rewritten(request, { signal: AbortSignal.any([request.signal, anybody.signal]) }))
      const serve = bareListener({ ...mount, handler })
      return (incoming, outgoing) => {
        outgoing.once("close", () => outgoing.writableFinished || anybody.abort())
        serve(incoming, outgoing)
      }
    }
  },
  {
    name: "dies of a caller who leaves",
    breaks: "a caller who leaves aborts the signal of GET, and the process lives",
    over: (mount) => {
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
  },
  {
    name: "hangs up after a refusal, unannounced",
    breaks: "one connection serves many requests, whatever their answers",
    over: (mount) => {
      const serve = bareListener(mount)
      return (incoming, outgoing) => {
        outgoing.once("finish", () => outgoing.statusCode >= 400 && incoming.socket.destroy())
        serve(incoming, outgoing)
      }
    }
  }
]
