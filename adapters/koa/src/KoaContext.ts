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

/** Node's request with what Koa stores elsewhere: the target as it came, and what a parser read, as text where it can. */
export const nodeRequestOf = ({ originalUrl, req, request }: KoaContext): NodeRequest => {
  const { rawBody, body }: { rawBody?: unknown; body?: unknown } = request
  return Object.assign(req, { body: rawBody ?? body ?? req.body, originalUrl })
}
