import type { RequestListener } from "node:http"

/** The least that puts a web handler on a socket: what is measured behind it is the handler. */
export const webShim =
  (handler: (request: Request) => Promise<Response>): RequestListener =>
  async (incoming, outgoing) => {
    const chunks: Array<Uint8Array<ArrayBuffer>> = []
    for await (const chunk of incoming) chunks.push(chunk)
    const { headers, method = "GET", url } = incoming
    const body = chunks.length === 0 ? {} : { body: Buffer.concat(chunks) }
    const all = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)])
    const answer = await handler(new Request(`http://localhost${url}`, { method, headers: all, ...body }))
    outgoing.writeHead(answer.status, Object.fromEntries(answer.headers))
    outgoing.end(Buffer.from(await answer.arrayBuffer()))
  }
