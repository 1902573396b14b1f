import { createClient } from "@countersign/client"
import { type Answer, answerOf, callers, type Keys, makeWorld, retryHeaders, sealed } from "@countersign/harness/world"
import type { ForVisitorOptions } from "../src/index.ts"

/** A service whose host signs visitors in by a cookie. It knows the users that it created, by address. */
export const hosted = (
  more: Parameters<typeof makeWorld>[0] = {},
  options: Partial<ForVisitorOptions> = {},
  /** Replaces `signIn` for visitors with a passkey. */
  afterPasskey?: () => ReturnType<ForVisitorOptions["signIn"]>
) => {
  const world = makeWorld(more)
  const users = new Map<string, { readonly customerId: string; readonly accountId: string }>()
  const asked: Array<string> = []
  const handler = world.countersign.forVisitor(
    (request) => {
      const customerId = /user=([^;]+)/u.exec(request.headers.get("cookie") ?? "")?.[1]
      return customerId === undefined ? undefined : { platformId: "alpha", mode: "sandbox", customerId }
    },
    {
      platformId: "alpha",
      mode: "sandbox",
      signIn: async ({ accountId, email }) => {
        asked.push(email ?? accountId)
        if (email === undefined && afterPasskey !== undefined) return afterPasskey()
        const known = [...users.entries()].find(([at, user]) => at === email || user.accountId === accountId)?.[1]
        const user = known ?? (email === undefined ? undefined : await world.customer(callers.a, email))
        if (user === undefined) return undefined
        if (email !== undefined) users.set(email, user)
        return { ...user, headers: [["set-cookie", `user=${user.customerId}; HttpOnly`]] }
      },
      ...options
    }
  )
  const call = async (path: string, body?: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Answer> =>
    answerOf(
      await handler(
        new Request(`https://pay.example/2025-10-13${path}`, {
          method: body === undefined ? "GET" : "POST",
          headers: { ...(body === undefined ? {} : { "content-type": "application/json" }), ...headers },
          ...(body === undefined ? {} : { body: JSON.stringify(body) })
        })
      )
    )
  /** The app of a visitor, with the cookies of a browser. */
  const app = (bundleSigner = world.countersign.bundleSigner) => {
    let cookie = ""
    const browser: typeof fetch = async (url, init) => {
      const request = new Request(url, init)
      request.headers.set("cookie", cookie)
      const response = await handler(request)
      cookie = response.headers.getSetCookie()[0] ?? cookie
      return response
    }
    return createClient({ baseUrl: "https://pay.example/2025-10-13", bundleSigner, fetch: browser })
  }
  const start = (email: string, headers = {}) => call("/auth/sign-ins", { email }, headers)
  const proof = async (started: Answer, email: string, keys: Keys, code = "000000") => ({
    email,
    signInId: started.body.signInId,
    encryptedOtpBundle: await sealed(world, started.body.otpEncryptionTargetBundle, code, keys.publicKey)
  })
  /** Starts a sign-in and proves it. The body of the answer has the id of the sign-in too. */
  const prove = async (email: string, keys: Keys, code?: string): Promise<Answer> => {
    const started = await start(email)
    const proven = await call("/auth/sign-ins/verify", await proof(started, email, keys, code))
    return { ...proven, body: { ...proven.body, signInId: started.body.signInId } }
  }
  /** Both legs of the call that opens a session. */
  const open = async (
    { accountId, customerId, signInId }: Record<"accountId" | "customerId" | "signInId", string>,
    keys: Keys
  ) => {
    const cookie = { cookie: `user=${customerId}` }
    const first = await call("/auth/sign-ins/session", { accountId, signInId }, cookie)
    if (first.status !== 202) return first
    const retry = retryHeaders(first.body, keys)
    return call("/auth/sign-ins/session", { accountId, signInId }, { ...cookie, ...retry })
  }
  return { world, users, asked, app, call, start, proof, prove, open, close: () => world.countersign.close() }
}

/** The refusal of an answer: its status, code and reason. */
export const refusalOf = ({ body, status }: Answer) => [status, body.code, body.reason]
