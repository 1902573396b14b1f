import { hosts } from "@countersign/example-hosts"
import type { Countersign } from "countersign"
import { PREFIX } from "./connections.ts"

export interface Listening {
  readonly name: string
  readonly origin: string
  readonly close: () => Promise<void>
}

/** One service on an Express and a Koa server. One receives Node's requests, the other web requests. */
export const listen = async (
  { handler, serve }: Countersign,
  parser: { readonly express: string; readonly koa: string } = { express: "none", koa: "none" }
): Promise<ReadonlyArray<Listening>> => {
  const mount = { handler, prefix: PREFIX, isProxied: false }
  const [express] = hosts.express.filter(({ name }) => name === "Express 5")
  const [koa] = hosts.koa.filter(({ name }) => name === "Koa 3")
  if (express === undefined || koa === undefined) throw new Error("a host was renamed")
  const natively = { ...mount, serve, parser: parser.express }
  return [
    { name: express.name, ...(await express.listen(natively)) },
    { name: koa.name, ...(await koa.listen({ ...mount, parser: parser.koa })) }
  ]
}
