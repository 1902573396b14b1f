import type { IncomingMessage, RequestListener, ServerResponse } from "node:http"
import express from "express"
import type { Mount } from "../server/ServerSpec.ts"

/** A bare HTTP server with one handler: no router, no body parser. */
export const hostOf = (
  mount: Mount,
  serve: (request: IncomingMessage, response: ServerResponse) => Promise<void>
): RequestListener => {
  switch (mount) {
    case "node":
      return (request, response) => void serve(request, response).catch(() => response.writeHead(500).end())
    case "express":
      return express()
        .disable("x-powered-by")
        .use((request, response, next) => void serve(request, response).catch(next))
  }
}
