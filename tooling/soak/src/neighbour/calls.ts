import { targetOf } from "@countersign/bench/load/targetOf"
import { authorizationOf, BASE_PATH } from "@countersign/bench/seed/Seed"

/** Calls the service over a number of connections, with one token, whose secret is its id. */
export const caller = (port: number, token: string, connections: number) => {
  const target = targetOf(port, undefined, connections)
  const authorization = authorizationOf({ tokenId: token, secret: token })
  /** Returns status and body of the response. Status 0: the caller disconnected after `patience` milliseconds. */
  const call = async (
    method: string,
    path: string,
    body?: object,
    { headers = {}, patience }: { readonly headers?: Record<string, string>; readonly patience?: number } = {}
  ): Promise<{ readonly status: number; readonly body: unknown }> => {
    const options = {
      headers: { authorization, ...headers },
      ...(body && { body: JSON.stringify(body) }),
      ...(patience !== undefined && { signal: AbortSignal.timeout(patience) })
    }
    const reply = await target.call(method, BASE_PATH + path, options).catch(() => ({ status: 0, body: "" }))
    return { status: reply.status, body: reply.body === "" ? undefined : JSON.parse(reply.body) }
  }
  return { call, close: target.close }
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
