import { Agent, request } from "node:http"

/** Calls the service over a number of connections, with one token. */
export const caller = (port: number, token: string, connections: number) => {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const authorization = `Basic ${Buffer.from(`${token}:${token}`).toString("base64")}`
  /** Returns status and body of the response. Status 0: the caller disconnected after `patience` milliseconds. */
  const call = (
    method: string,
    path: string,
    body?: object,
    { headers = {}, patience }: { readonly headers?: Record<string, string>; readonly patience?: number } = {}
  ): Promise<{ readonly status: number; readonly body: unknown }> =>
    new Promise((resolve) => {
      const removed = () => resolve({ status: 0, body: undefined })
      const text = body === undefined ? undefined : JSON.stringify(body)
      const requested = request(
        {
          ...{ agent, method, port, host: "127.0.0.1", path: `/2025-10-13${path}` },
          headers: {
            authorization,
            ...(text === undefined
              ? {}
              : { "content-type": "application/json", "content-length": Buffer.byteLength(text) }),
            ...headers
          }
        },
        (response) => {
          const chunks: Array<Buffer> = []
          response.on("data", (chunk: Buffer) => chunks.push(chunk))
          response.on("error", removed)
          response.on("end", () => {
            const answer = Buffer.concat(chunks).toString("utf8")
            resolve({ status: response.statusCode ?? 0, body: answer === "" ? undefined : JSON.parse(answer) })
          })
        }
      )
      requested.on("error", removed)
      if (patience !== undefined) setTimeout(() => requested.destroy(), patience)
      requested.end(text)
    })
  return { call, close: () => agent.destroy() }
}

export type Calling = ReturnType<typeof caller>["call"]

/** A string field of a response, also of the first item of a list. */
export const textIn = (body: unknown, field: string): string => {
  const { data } = Object(body)
  return String(Object(Array.isArray(data) ? data[0] : body)[field])
}

/** Creates a customer with a wallet and requests a code for it. */
export const mailed = async (call: Calling, email: string): Promise<number> => {
  const customer = await call("POST", "/customers", { customerType: "INDIVIDUAL", email })
  const path = `/internal-accounts?customerId=${textIn(customer.body, "id")}&type=EMBEDDED_WALLET`
  const account = textIn((await call("GET", path)).body, "id")
  const credential = textIn((await call("GET", `/auth/credentials?accountId=${account}`)).body, "id")
  return (await call("POST", `/auth/credentials/${credential}/challenge`)).status
}

/** Creates an external account of the platform. It is confirmed when it is stored, which emits an event. */
export const confirmed = (call: Calling, nth: number, options = {}) =>
  call(
    "POST",
    "/platform/external-accounts",
    {
      currency: "USD",
      accountInfo: {
        accountType: "USD_ACCOUNT",
        accountNumber: String(1_000_000_000 + nth),
        routingNumber: "021000021",
        beneficiary: { beneficiaryType: "INDIVIDUAL", fullName: "Ada Lovelace" }
      }
    },
    options
  )
