import { createHash, randomBytes } from "node:crypto"
import type { Request, Response } from "express"
import type { Platform } from "./platform.ts"

type Api = Platform["api"]

/** The customer that a browser belongs to. */
export interface Visitor {
  readonly customerId: string
  readonly email: string
  /** The embedded wallet of the customer. */
  readonly accountId: string
}

export interface Visitors {
  /** Returns the visitor of a request, or `undefined` if its cookie is missing or unknown. */
  readonly of: (request: Pick<Request, "headers">) => Promise<Visitor | undefined>
  /** Returns the visitor of a request. Creates a customer with a wallet, and sets the cookie, on the first visit. */
  readonly welcome: (request: Request, response: Response) => Promise<Visitor>
}

/**
 * Maps each browser to one customer by a cookie, which takes the place of your own sign-in. The hash of the cookie is
 * the `platformCustomerId` of the customer, so this backend stores nothing.
 */
export const visitorsOf = (api: Api): Visitors => {
  const known = new Map<string, Visitor>()

  const found = async (cookie: string): Promise<Visitor | undefined> => {
    const key = keyOf(cookie)
    const visitor = known.get(key) ?? (await readVisitor(api, key))
    if (visitor !== undefined) known.set(key, visitor)
    return visitor
  }

  return {
    of: async (request) => {
      const cookie = cookieOf(request)
      return cookie === undefined ? undefined : found(cookie)
    },
    welcome: async (request, response) => {
      const cookie = cookieOf(request) ?? randomBytes(32).toString("base64url")
      response.cookie(NAME, cookie, { httpOnly: true, sameSite: "strict", path: "/", maxAge: YEAR })
      const visitor = (await found(cookie)) ?? (await madeVisitor(api, keyOf(cookie)))
      known.set(keyOf(cookie), visitor)
      return visitor
    }
  }
}

const readVisitor = async (api: Api, key: string): Promise<Visitor | undefined> => {
  const {
    data: [customer]
  } = await api.customers.list({ platformCustomerId: key })
  if (customer === undefined) return undefined
  const {
    data: [account]
  } = await api.internalAccounts.list({ customerId: customer.id, type: "EMBEDDED_WALLET" })
  if (account === undefined) throw new Error("Each customer gets a wallet")
  return { customerId: customer.id, email: customer.email ?? "", accountId: account.id }
}

const madeVisitor = async (api: Api, key: string): Promise<Visitor> => {
  const profile = {
    customerType: "INDIVIDUAL",
    platformCustomerId: key,
    fullName: "Ada Lovelace",
    email: `ada.${key.slice(0, 6)}@example.com`
  } as const
  // Two tabs may arrive at the same time. One creates the customer, and the other one finds it.
  const failed = await api.customers.create(profile).then(
    () => undefined,
    (error: unknown) => error
  )
  const visitor = await readVisitor(api, key)
  if (visitor === undefined) throw failed
  return visitor
}

/** The value of a cookie of 32 random bytes. */
export const cookieOf = (
  { headers }: Pick<Request, "headers">,
  name: "wallet" | "operator" = NAME
): string | undefined =>
  new RegExp(`(?:^|;\\s*)${name}=([A-Za-z0-9_-]{43})(?:;|$)`, "u").exec(headers.cookie ?? "")?.[1]

const keyOf = (cookie: string): string => createHash("sha256").update(cookie).digest("hex")

const NAME = "wallet"
const YEAR = 31_536_000_000
