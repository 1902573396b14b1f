import { afterEach, expect, it, vi } from "vitest"

type Env = Readonly<Record<string, string>>
interface SignIn {
  readonly cookieOf: (user: object) => string
  readonly userOf: (cookies: string | undefined) => object | undefined
}

/** The modules of the template, which are compiled only in a created service. */
const source = (name: string) => new URL(`../templates/common/src/${name}.ts`, import.meta.url).href
const { settingsOf }: { settingsOf: (env: Env) => { readonly host: string } } = await import(source("settings"))
const { userCookie }: { userCookie: (settings: object) => SignIn } = await import(source("userCookie"))

afterEach(() => void vi.useRealTimers())

it("GA19: the cookie ends after an hour, also when a thief keeps it", () => {
  vi.useFakeTimers({ toFake: ["Date"] })
  const { cookieOf, userOf } = userCookie(settingsOf({}))
  const user = { customerId: "Customer:1", accountId: "InternalAccount:1" }
  const [cookie = ""] = cookieOf(user).split(";")
  vi.advanceTimersByTime(3_599_999)
  expect(userOf(cookie)).toEqual(user)
  vi.advanceTimersByTime(1)
  expect(userOf(cookie)).toBeUndefined()
})

it("GS9: the cookie is out of reach of scripts and other sites, and encrypted on the wire once deployed", () => {
  const names = ["DATABASE_URL", "VAULT_KEY", "WALLETS_KEY", "SERVICE_KEY", "SESSION_SECRET"]
  const deployed = Object.fromEntries([...names.map((name) => [name, "set"]), ["NODE_ENV", "production"]])
  const flagsOf = (env: Env) => userCookie(settingsOf(env)).cookieOf({ customerId: "Customer:1" }).split("; ").slice(1)
  const flags = ["Path=/", "HttpOnly", "SameSite=Lax", "Max-Age=3600"]
  expect(flagsOf({})).toEqual(flags)
  expect(flagsOf(deployed)).toEqual([...flags, "Secure"])
})

it("GS9: a cookie that the service did not sign, or that was changed, signs nobody in", () => {
  const { cookieOf, userOf } = userCookie(settingsOf({}))
  const [cookie = ""] = cookieOf({ customerId: "Customer:1" }).split(";")
  const [text = "", signature = ""] = cookie.slice("user=".length).split(".")
  const stranger = Buffer.from(JSON.stringify({ customerId: "Customer:2", until: Date.now() + 1000 })).toString(
    "base64url"
  )
  expect(userOf(`theme=dark; ${cookie}`)).toEqual({ customerId: "Customer:1" })
  for (const forged of [
    `user=${stranger}.${signature}`,
    `user=${text}.`,
    `user=${text}`,
    `other${cookie}`,
    "",
    undefined
  ])
    expect(userOf(forged)).toBeUndefined()
})

it("GA19: a service listens on this machine alone unless it is deployed, or its settings say otherwise", () => {
  const names = ["DATABASE_URL", "VAULT_KEY", "WALLETS_KEY", "SERVICE_KEY", "SESSION_SECRET"]
  const set = Object.fromEntries(names.map((name) => [name, "set"]))
  expect(settingsOf({}).host).toBe("127.0.0.1")
  expect(settingsOf(set).host).toBe("127.0.0.1")
  expect(settingsOf({ ...set, NODE_ENV: "production" }).host).toBe("0.0.0.0")
  expect(settingsOf({ HOST: "::" }).host).toBe("::")
})
