import { once } from "node:events"
import type { IncomingMessage } from "node:http"
import { gunzipSync } from "node:zlib"
import { bareListener, parsed } from "../../src/bareHost.ts"
import { type Break, defect, handling, rewritten } from "./HostMutant.ts"

const bodied = (change: (body: Buffer) => Uint8Array<ArrayBuffer> | string): Break["over"] =>
  handling((handler) => async (request) => {
    if (request.method === "GET" || request.method === "HEAD") return handler(request)
    const body = change(Buffer.from(await request.clone().arrayBuffer()))
    return handler(await rewritten(request, { body }))
  })

/** Lets a defect read a body from the stream and store it where a parser would. */
const reading =
  (read: (incoming: IncomingMessage) => Promise<Buffer>): Break["over"] =>
  (mount) => {
    const serve = bareListener({ ...mount, parser: "none" })
    return async (incoming, outgoing) => {
      if (incoming.method === "POST") Object.assign(incoming, { body: await read(incoming) })
      serve(incoming, outgoing)
    }
  }

/** Lets a defect change the body that a parser stored, unless it returns undefined. */
const afterParser =
  (change: (body: unknown) => string | undefined): Break["over"] =>
  (mount) => {
    const serve = bareListener({ ...mount, parser: "none" })
    return async (incoming, outgoing) => {
      if (mount.parser === "json") await parsed(incoming)
      const body = change("body" in incoming ? incoming.body : undefined)
      serve(body === undefined ? incoming : Object.assign(incoming, { body }), outgoing)
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

/** Collects the chunks until the stream ends or fails. */
const whatComes = async (incoming: IncomingMessage): Promise<Buffer> => {
  const chunks: Array<Buffer> = []
  incoming.on("data", (chunk) => chunks.push(chunk)).on("error", () => {})
  await once(incoming, "close").catch(() => {})
  return Buffer.concat(chunks)
}

/** The bytes received when the stream first emits `of`. Never resolves if it never does. */
const heardAt = async (incoming: IncomingMessage, of: "data" | "end", isEnough: (bytes: Buffer) => boolean) => {
  const chunks: Array<Buffer> = []
  incoming.on("data", (chunk) => chunks.push(chunk)).on("error", () => {})
  return new Promise<Buffer>((resolve) => {
    incoming.on(of, () => isEnough(Buffer.concat(chunks)) && resolve(Buffer.concat(chunks)))
  })
}

export const bodyBreaks: ReadonlyArray<Break> = [
  defect(
    "serializes JSON again",
    "the handler receives the body as it was sent",
    bodied((body) => orAsItWas(body, (bytes) => JSON.stringify(JSON.parse(String(bytes)))))
  ),
  defect(
    "reads bodies as text",
    "the handler receives the body as it was sent",
    bodied((body) => String(body))
  ),
  defect(
    "decompresses a compressed body",
    "a compressed body reaches the handler and returns to the caller byte for byte",
    bodied((body) => orAsItWas(body, gunzipSync))
  ),
  defect(
    "treats the first chunk as the whole body",
    "the host waits for the last byte",
    reading((incoming) =>
      Promise.race([heardAt(incoming, "data", () => true), heardAt(incoming, "end", (bytes) => bytes.length === 0)])
    )
  ),
  defect(
    "never answers a request with an empty body",
    "POST is served with and without a body",
    reading((incoming) => heardAt(incoming, "end", (bytes) => bytes.length > 0))
  ),
  defect("passes half a body to the handler", "the handler does not receive half a body", reading(whatComes)),
  defect(
    "waits for the end of every body",
    "a body without an end is rejected while it is being sent",
    reading((incoming) => heardAt(incoming, "end", () => true))
  ),
  defect(
    "treats trailers as headers",
    "a trailer is not a header",
    reading(async (incoming) => {
      const body = await whatComes(incoming)
      Object.assign(incoming.headers, incoming.trailers)
      return body
    })
  ),
  // The bridge itself rejects a body that was read and not stored.
  defect(
    "drops the body that a parser read",
    "the body is complete after a parser has read it",
    afterParser(() => "")
  ),
  defect(
    "passes on a parsed body as text",
    "the body is complete after a parser has read it",
    afterParser((body) => (body === undefined ? undefined : String(body)))
  ),
  defect(
    "declares a decompressed body as compressed",
    "a decompressed body has no Content-Encoding",
    (mount) => (incoming, outgoing) => {
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
  )
]
