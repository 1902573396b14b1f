import type { ServerResponse } from "node:http"
import type { NodeRequest } from "@countersign/http/node"

/** What Koa hands a middleware, as far as these adapters touch it: the same in 2 and 3. */
export interface KoaContext {
  readonly req: NodeRequest
  readonly res: ServerResponse
  readonly request: object
  readonly originalUrl?: string
  respond?: boolean | undefined
}

/** Koa's parsers keep what they read on Koa's request, and the text of it where they can. */
export const withBody = ({ req, request }: KoaContext): NodeRequest => {
  const { rawBody, body }: { rawBody?: unknown; body?: unknown } = request
  return Object.assign(req, { body: rawBody ?? body ?? req.body })
}
