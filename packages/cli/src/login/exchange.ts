import type { Exchange } from "@countersign/client"
import { coloured } from "../colour.ts"
import type { Overheard } from "../service/Service.ts"
import type { Terminal } from "../Terminal.ts"

interface Asked {
  readonly method: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly body?: unknown
}

/** Writes each request and its reply, of the command's own calls and of the client's. */
export const exchangesTo = (terminal: Terminal, baseUrl: string) => {
  const overhear: Overheard = (asked, status, answer) => terminal.out(`${wordsOf(terminal, asked, status, answer)}\n`)
  return {
    overhear,
    onExchange: ({ request, response }: Exchange) =>
      overhear({ ...request, path: request.url.slice(baseUrl.length) }, response.status, response.body)
  }
}

const wordsOf = (terminal: Terminal, { body, headers = {}, method, path }: Asked, status: number, answer: unknown) =>
  [
    coloured(terminal, "bold", `\n> ${method} ${path}`),
    ...SIGNED.flatMap((name) => (headers[name] === undefined ? [] : [`${name}: ${headers[name]}`])),
    ...(body === undefined ? [] : [pretty(body)]),
    coloured(terminal, status < 400 ? "green" : "red", `< ${status}`),
    ...(answer === undefined ? [] : [pretty(answer)])
  ].join("\n")

/** The headers in which a signed call differs from the one before it. */
const SIGNED = ["request-id", "service-wallet-signature"]

const pretty = (value: unknown) => JSON.stringify(typeof value === "string" ? parsed(value) : value, undefined, 2) ?? ""

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
