import { once } from "node:events"
import type { IncomingMessage } from "node:http"
import { gunzipSync } from "node:zlib"
import { bareListener } from "./bareHost.ts"
import { type Break, handling, rewritten } from "./HostMutant.ts"
import { parsed } from "./parsed.ts"

/** Lets a break change a body on its way to the handler. */
const bodied = (change: (body: Buffer) => Uint8Array<ArrayBuffer> | string): Break["over"] =>
  handling((handler) => async (request) => {
    if (request.method === "GET" || request.method === "HEAD") return handler(request)
    const body = change(Buffer.from(await request.clone().arrayBuffer()))
    return handler(await rewritten(request, { body }))
  })

/** Lets a break read a body off the stream by itself, and leave it where a parser would. */
const reading =
  (read: (incoming: IncomingMessage) => Promise<Buffer>): Break["over"] =>
  (mount) => {
    const serve = bareListener({ ...mount, parser: "none" })
    return async (incoming, outgoing) => {
      if (incoming.method === "POST") Object.assign(incoming, { body: await read(incoming) })
      serve(incoming, outgoing)
    }
  }

const orAsItWas = (body: Buffer, change: (body: Buffer) => Buffer | string) => {
  try {
    const changed = change(body)
    return typeof changed === "string" ? changed : new Uint8Array(changed)
  } catch {
    return new Uint8Array(body)
  }
}

/** All that comes until the stream is over, one way or another. */
const whatComes = async (incoming: IncomingMessage): Promise<Buffer> => {
  const chunks: Array<Buffer> = []
  incoming.on("data", (chunk) => chunks.push(chunk)).on("error", () => {})
  await once(incoming, "close").catch(() => {})
  return Buffer.concat(chunks)
}

/** What has come when the stream tells `of` the first time; for ever nothing where it never does. */
const heardAt = async (incoming: IncomingMessage, of: "data" | "end", isEnough: (bytes: Buffer) => boolean) => {
  const chunks: Array<Buffer> = []
  incoming.on("data", (chunk) => chunks.push(chunk)).on("error", () => {})
  return new Promise<Buffer>((resolve) => {
    incoming.on(of, () => isEnough(Buffer.concat(chunks)) && resolve(Buffer.concat(chunks)))
  })
}

export const bodyBreaks: ReadonlyArray<Break> = [
  {
    name: "writes JSON anew",
    breaks: "the body arrives as it was sent",
    over: bodied((body) => orAsItWas(body, (bytes) => JSON.stringify(JSON.parse(String(bytes)))))
  },
  {
    name: "reads bodies as text",
    breaks: "the body arrives as it was sent",
    over: bodied((body) => String(body))
  },
  {
    name: "unpacks a packed body",
    breaks: "a compressed body arrives to the byte",
    over: bodied((body) => orAsItWas(body, gunzipSync))
  },
  {
    name: "takes the first piece for the whole",
    breaks: "the last byte is waited for",
    over: reading((incoming) =>
      Promise.race([heardAt(incoming, "data", () => true), heardAt(incoming, "end", (bytes) => bytes.length === 0)])
    )
  },
  {
    name: "hangs on an empty body",
    breaks: "POST brings a body, or none",
    over: reading((incoming) => heardAt(incoming, "end", (bytes) => bytes.length > 0))
  },
  {
    name: "hands on half a body",
    breaks: "half a body is not handed on",
    over: reading(whatComes)
  },
  {
    name: "waits for the end of every body",
    breaks: "a body without an end is refused while it is sent",
    over: reading((incoming) => heardAt(incoming, "end", () => true))
  },
  {
    name: "takes trailers for headers",
    breaks: "a trailer is no header",
    over: reading(async (incoming) => {
      const body = await whatComes(incoming)
      incoming.rawHeaders.push(...incoming.rawTrailers)
      return body
    })
  },
  {
    name: "forgets what a parser read",
    breaks: "the body is whole, though a parser read it",
    over: (mount) => {
      const serve = bareListener({ ...mount, parser: "none" })
      return async (incoming, outgoing) => {
        if (mount.parser === "json") await parsed(incoming)
        // The bridge itself refuses a body that somebody read and did not leave.
        serve(Object.assign(incoming, { body: "" }), outgoing)
      }
    }
  },
  {
    name: "shows what a parser read as text",
    breaks: "the body is whole, though a parser read it",
    over: (mount) => {
      const serve = bareListener({ ...mount, parser: "none" })
      return async (incoming, outgoing) => {
        if (mount.parser === "json") await parsed(incoming)
        const body: unknown = "body" in incoming ? incoming.body : undefined
        serve(body === undefined ? incoming : Object.assign(incoming, { body: String(body) }), outgoing)
      }
    }
  },
  {
    name: "says that what a parser unpacked is packed",
    breaks: "what a parser unpacked does not say that it is packed",
    over: (mount) => (incoming, outgoing) => {
      const encoding = incoming.headers["content-encoding"]
      const serve = bareListener({
        ...mount,
        handler: async (request) => {
          const headers = new Headers(request.headers)
          if (encoding !== undefined) headers.set("content-encoding", encoding)
          return mount.handler(await rewritten(request, { headers }))
        }
      })
      serve(incoming, outgoing)
    }
  }
]
