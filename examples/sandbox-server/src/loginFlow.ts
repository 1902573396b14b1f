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
    })
    const answer = await response.json()
    tell(exchange(method, path, body, response.status, answer))
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
      tell(
        exchange(request.method, request.url.slice(server.baseUrl.length), request.body, response.status, response.body)
      )
  })
  // In the sandbox every code is 000000. A real one comes by mail.
  const session = await client.emailOtp.login({ credentialId: credentials.data[0].id, code: () => "000000" })
  const active = await client.sessions.list(accountId)
  const listed = active.find((each) => each.id === session.id)
  if (listed === undefined) throw new Error(`${session.id} was opened but is not listed`)
  return listed
}

const exchange = (method: string, path: string, body: unknown, status: number, answer: unknown) =>
  [`\n> ${method} ${path}`, ...(body === undefined ? [] : [pretty(body)]), `< ${status}`, pretty(answer)].join("\n")

const pretty = (value: unknown) => JSON.stringify(typeof value === "string" ? parsed(value) : value, undefined, 2) ?? ""

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
