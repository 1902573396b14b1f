import { type AuthSession, createClient } from "@countersign/client"
import type { SandboxServer } from "./sandboxServer.ts"

/** From a new customer to an active session, over HTTP alone; tells of each request and reply. */
export const login = async (server: SandboxServer, tell: (line: string) => void): Promise<AuthSession> => {
  const { id, secret } = server.token
  const headers = { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}` }
  const call = async (method: string, path: string, body?: object) => {
    const init = body === undefined ? {} : { body: JSON.stringify(body) }
    const response = await fetch(server.baseUrl + path, {
      method,
      headers: { ...headers, "content-type": "application/json" },
      ...init
    }).catch((cause: unknown) => {
      throw new Error(`Nothing answers at ${server.baseUrl}. Start the sandbox in another shell: npm start`, { cause })
    })
    const answer = await response.json()
    tell(exchange({ method, path, body }, response.status, answer))
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${answer.message}`)
    return answer
  }

  const customer = await call("POST", "/customers", {
    customerType: "INDIVIDUAL",
    fullName: "Ada Example",
    email: "ada@example.com"
  })
  const wallets = await call("GET", `/internal-accounts?customerId=${customer.id}&type=EMBEDDED_WALLET`)
  const accountId: string = wallets.data[0].id
  const credentials = await call("GET", `/auth/credentials?accountId=${accountId}`)

  const client = createClient({
    baseUrl: server.baseUrl,
    headers,
    bundleSigner: server.bundleSigner,
    onExchange: ({ request, response }) =>
      tell(exchange({ ...request, path: request.url.slice(server.baseUrl.length) }, response.status, response.body))
  })
  // In the sandbox every code is 000000. A real one comes by mail.
  const session = await client.emailOtp.login({ credentialId: credentials.data[0].id, code: () => "000000" })
  const active = await client.sessions.list(accountId)
  const listed = active.find((each) => each.id === session.id)
  if (listed === undefined) throw new Error(`${session.id} was opened but is not listed`)
  return listed
}

interface Asked {
  readonly method: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

const exchange = ({ body, headers = {}, method, path }: Asked, status: number, answer: unknown) =>
  [
    `\n> ${method} ${path}`,
    ...SIGNED.flatMap((name) => (headers[name] === undefined ? [] : [`${name}: ${headers[name]}`])),
    ...(body === undefined ? [] : [pretty(body)]),
    `< ${status}`,
    pretty(answer)
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
