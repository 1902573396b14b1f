import type { RequestListener } from "node:http"

/**
 * Serves only requests that name this machine: `localhost`, `127.0.0.1` or `[::1]`, with the port of the connection. A page of another site can point its own host name at this machine (DNS rebinding),
 * and would then be of the same origin as the server.
 */
export const localOnly =
  (listener: RequestListener): RequestListener =>
  (request, response) => {
    const [, name = "", port = "80"] = HOST.exec(request.headers.host ?? "") ?? []
    if (NAMES.has(name.toLowerCase()) && Number(port) === request.socket.localPort) return listener(request, response)
    // RFC 9110 section 15.5.20.
    response.writeHead(421, { "content-type": "application/json" }).end(JSON.stringify(REFUSED))
  }

const HOST = /^([^:]+|\[[^\]]*\])(?::([0-9]{1,5}))?$/u
const NAMES = new Set(["localhost", "127.0.0.1", "[::1]"])

const REFUSED = {
  status: 421,
  code: "MISDIRECTED_REQUEST",
  message: "This server is for this machine only. Use http://localhost or http://127.0.0.1 with its port."
}
