import type { Countersign, ForVisitorOptions } from "countersign"
import { environments, type Home, homeAt, hostOf, lab, liveLab } from "./cast.ts"

type Call = Parameters<Countersign["serve"]>[0]

/** An answer of a platform's own server. */
interface Answer {
  readonly status: number
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
}

/**
 * The server of each platform, which mounts the service for its end users: its sign-in with a cookie, and endpoints of its own
 * behind both guards. It creates a user for each visitor but those it refuses by their address.
 */
export const makePages = ({ api, forVisitor }: Pick<Countersign, "api" | "forVisitor">) => {
  const doors = new Map(
    [...environments, lab, liveLab].map((home) => [hostOf(home), doorOf(home, { api, forVisitor })])
  )
  const shop = shopIn(api.in(lab))
  return async (call: Call): Promise<Answer> => {
    const { host } = call.headers
    const url = `https://${host}${call.target}`
    const own = homeAt(host)?.key === lab.key ? shop[new URL(url).pathname] : undefined
    const serve = own ?? (async () => doors.get(host ?? "")?.(await requestOf(url, call)))
    const answer = await serve(call)
    if (answer === undefined) return { status: 421, body: "", headers: {} }
    if (!(answer instanceof Response)) return answer
    return { status: answer.status, body: await answer.text(), headers: Object.fromEntries(answer.headers) }
  }
}

const requestOf = async (url: string, { body, headers, method }: Call) => {
  const bytes = await body(Number.POSITIVE_INFINITY)
  const content = bytes instanceof Uint8Array && bytes.length > 0 ? { body: new TextDecoder().decode(bytes) } : {}
  return new Request(url, { method, headers, ...content })
}

const doorOf = (home: Home, { api, forVisitor }: Pick<Countersign, "api" | "forVisitor">) => {
  const { mode, platformId } = home
  const signedIn = (user: { readonly customerId: string; readonly accountId: string } | undefined) =>
    user && { ...user, headers: [["set-cookie", `user=${user.customerId}`]] satisfies HeadersInit }
  const signUp: ForVisitorOptions["signUp"] = async ({ subject }) => {
    const { customers, internalAccounts } = api.in({ mode, platformId })
    const find = async () => (await customers.list({ platformCustomerId: subject })).data[0]
    const created = { customerType: "INDIVIDUAL", platformCustomerId: subject } as const
    const customer = (await find()) ?? (await customers.create(created).catch(find))
    if (customer === undefined) return undefined
    const [wallet] = (await internalAccounts.list({ customerId: customer.id, type: "EMBEDDED_WALLET" })).data
    return signedIn(wallet && { customerId: customer.id, accountId: wallet.id })
  }
  return forVisitor(
    ({ headers }) => {
      const customerId = /user=([^;]+)/u.exec(headers.get("cookie") ?? "")?.[1]
      return customerId === undefined ? undefined : { platformId, mode, customerId }
    },
    {
      platformId,
      mode,
      signUp,
      signIn: async ({ email = "", owner }) => (email.startsWith("nobody") ? undefined : signedIn(await owner()))
    }
  )
}

/** Endpoints of the platform's own: one takes a session, one a signature over terms that include a fee. */
const shopIn = ({ requireSession, requireSignature }: ReturnType<Countersign["api"]["in"]>) => {
  const session = requireSession()
  const signature = requireSignature("CreatePayout", ({ body, headers }) => ({
    accountId: headers.get("x-account") ?? "",
    payload: { sent: body, fee: headers.get("x-fee") }
  }))
  const done: Answer = { status: 200, body: "{}", headers: { "content-type": "application/json" } }
  const shop: Readonly<Record<string, (call: Call) => Promise<Answer | Response>>> = {
    "/me": async (call) => (await session.checkCall(call)).answer ?? done,
    "/payouts": async (call) => (await signature.checkCall(call)).answer ?? done,
    // A route whose body parser runs first, and leaves nothing to verify.
    "/careless": async (call) => {
      const request = await requestOf(`https://${call.headers.host}${call.target}`, call)
      await request.text()
      return (await session.check(request)).answer ?? done
    }
  }
  return shop
}
