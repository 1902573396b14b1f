import { businessInfo } from "@countersign/harness/fixtures"
import type { Caller } from "@countersign/harness/world"
import type { Random } from "../scheduler/Random.ts"
import { type Backend, nowhere } from "./Caller.ts"
import { callerOf, learn } from "./cast.ts"
import type { Party } from "./Simulation.ts"

/** A caller that sends what no server takes: malformed, huge, foreign, twice and too often. */
export const clumsyAtTheEdge = ({ call, home, own, sure, wait, world }: Backend): Party["acts"] => {
  const raw = (method: string, path: string, text: string, headers: Record<string, string> = {}) =>
    world.call(own, method, path, { raw: text, headers })
  const firm = () => sure("POST", "/customers", { customerType: "BUSINESS", businessInfo })
  const key = (random: Random) => ({ "idempotency-key": `clumsy-${random.upTo(1e9)}` })
  const tokenOf = async (permissions: ReadonlyArray<string>, by: Caller): Promise<Caller> => {
    const { body, status } = await call("POST", "/tokens", { name: "next", permissions }, {}, by)
    if (status !== 201) throw new Error("no token was created")
    const made = { token: String(body.clientId), secret: String(body.clientSecret) }
    learn(made, home)
    return made
  }
  return {
    "sends heads that no server reads": async () => {
      await call("GET", "/customers", undefined, { "x-long": "a".repeat(17_000) })
      await call("GET", "/customers//all")
      await call("GET", `/customers?platformCustomerId=${"a".repeat(4200)}`)
      await call("GET", "/customers?limit=1&limit=2")
      await call("GET", "/customer")
      await call("PUT", "/customers", {})
      await call("GET", "/customers", undefined, {}, { ...own, secret: "wrong" })
      const stamps = { "service-wallet-signature": "a", "wallet-signature": "b" }
      await call("DELETE", `/auth/sessions/${nowhere("Session")}`, undefined, stamps)
    },
    "sends bodies that no server reads": async () => {
      await raw("POST", "/customers", '{"customerType":')
      await raw("POST", "/customers", `"${"x".repeat(70_000)}"`)
      await raw("POST", "/customers", "customerType=BUSINESS", { "content-type": "text/plain" })
      await call("POST", "/customers", { customerType: "ROBOT" })
      if (home.mode === "sandbox") await call("GET", "/customers", undefined, { "sandbox-fault": "earthquake" })
    },
    "uses keys again": async (random) => {
      await call("POST", "/customers", { customerType: "INDIVIDUAL" }, { "idempotency-key": "x".repeat(300) })
      const one = key(random)
      await call("POST", "/customers", { customerType: "INDIVIDUAL" }, one)
      await call("POST", "/customers", { customerType: "INDIVIDUAL", region: "GB" }, one)
      const [other, body] = [key(random), { name: "job", permissions: ["VIEW"] }]
      for (const _ of [1, 2]) await call("POST", "/tokens", body, other)
      const third = key(random)
      await Promise.all([1, 2, 3, 4].map(() => call("POST", "/customers", { customerType: "INDIVIDUAL" }, third)))
    },
    "repeats each call until it is answered": async (random) => {
      const repeated = async (named: Record<string, string>) => {
        for (const pause of [1, 61_000, 1]) {
          await call("POST", "/customers", { customerType: "INDIVIDUAL" }, named).catch(() => undefined)
          await wait(pause)
        }
      }
      await Promise.all(Array.from({ length: 25 }, () => repeated(key(random))))
    },
    "gets a long answer twice": async (random) => {
      const { id: customerId } = await firm()
      const text = "é".repeat(255)
      const address = { line1: text, line2: text, city: text, state: text, postalCode: "1", country: "US" }
      const person = { firstName: text, middleName: text, lastName: text, address }
      const whole = { birthDate: "1990-01-31", nationality: "GB", idType: "PASSPORT", identifier: "P1" }
      const owner = { customerId, roles: ["UBO"], personalInfo: { ...person, ...whole, countryOfIssuance: "GB" } }
      for (let nth = 0; nth < 25; nth += 1) await sure("POST", "/beneficial-owners", owner)
      const same = key(random)
      for (const _ of [1, 2]) await call("PATCH", `/customers/${customerId}`, { region: "US" }, same)
    },
    "names what does not exist": async () => {
      for (const [path, kind] of [
        ["/customers", "Customer"],
        ["/internal-accounts", "InternalAccount"],
        ["/beneficial-owners", "BeneficialOwner"],
        ["/verifications", "Verification"],
        ["/tokens", "Token"],
        ["/auth/recoveries", "Recovery"],
        ["/customers/external-accounts", "ExternalAccount"],
        ["/quotes", "Quote"],
        ["/transactions", "Transaction"]
      ] as const)
        await call("GET", `${path}/${nowhere(kind)}`)
      await call("POST", `/auth/credentials/${nowhere("AuthMethod")}/challenge`)
      await call("DELETE", `/auth/sessions/${nowhere("Session")}`)
      await call("POST", `/auth/guardians/${nowhere("Guardian")}/challenge`)
      await call("POST", `/webhooks/deliveries/${nowhere("Webhook")}/redrive`)
    },
    "uses tokens beyond their scopes": async (random) => {
      const support = callerOf(home, "support")
      await call("POST", "/customers", { customerType: "INDIVIDUAL" }, {}, callerOf(home, "viewer"))
      const { revision } = await sure("GET", "/platform/settings")
      const recovery = { operators: { enabled: true } }
      await call("PATCH", "/platform/settings", { revision, recovery }, {}, support)
      let by = await tokenOf(["VIEW", "MANAGE", "OPERATE"], own)
      await call("POST", "/tokens", { name: "more", permissions: ["TRANSACT"] }, {}, by)
      await call("GET", "/platforms", undefined, {}, by)
      for (let nth = 0; nth < 7; nth += 1) by = await tokenOf(["VIEW", "MANAGE"], by)
      await call("POST", "/tokens", { name: "last", permissions: ["VIEW"] }, {}, by)
      const platform = { name: "first", permissions: ["VIEW"], platformId: "lab" }
      await call("POST", "/platforms", platform)
      await call("POST", "/platforms", { ...platform, platformId: `made${random.upTo(1e9)}` })
      await call("GET", "/platforms")
    },
    "calls too often at once": async () => {
      const { id } = await sure("POST", "/customers", { customerType: "INDIVIDUAL", email: "often@lab.example" })
      const { data } = await sure("GET", `/internal-accounts?customerId=${id}&type=EMBEDDED_WALLET`)
      const credentials = await sure("GET", `/auth/credentials?accountId=${data[0].id}`)
      const path = `/auth/credentials/${credentials.data[0].id}/challenge`
      for (let nth = 0; nth < 7; nth += 1) await call("POST", path)
      await Promise.allSettled(Array.from({ length: 240 }, () => call("GET", "/config")))
    }
  }
}
