import type { Random } from "../scheduler/Random.ts"
import type { Home } from "./cast.ts"
import { makeDevice } from "./device.ts"
import type { Party, Simulation } from "./Simulation.ts"
import type { Person } from "./user.ts"

/** The backend and the support staff of a platform, in one environment. */
export const makePlatform = (simulation: Simulation, home: Home, people: ReadonlyArray<Person>): Party => {
  const device = makeDevice(simulation, home, `platform ${home.key}`, 0)
  const customers = people.filter((person) => person.home.key === home.key)
  const walletOf = (random: Random) => random.pick(customers).wallet()
  const justification = { actor: "support-7", reason: "Reported by the customer" }
  const tokens: Array<string> = []
  const get = (path: string) => device.call("GET", path)
  return {
    owner: device.owner,
    acts: {
      "sets its webhook endpoint": async () => {
        await device.call("PATCH", "/config", {
          webhookEndpoint: `https://93.184.215.14/${home.platformId}/${home.mode}`
        })
      },
      "reads its lists": async (random) => {
        const wallet = walletOf(random)
        for (const path of LISTS) await get(path)
        if (wallet !== undefined) await get(`/receipts?accountId=${wallet.accountId}`)
      },
      "makes and removes a token": async (random) => {
        const { body, status } = await device.call("POST", "/tokens", {
          name: `job ${random.upTo(99)}`,
          permissions: ["VIEW"]
        })
        if (status === 201) tokens.push(String(body.id))
        const old = tokens.length > 3 ? tokens.shift() : undefined
        if (old !== undefined) await device.call("DELETE", `/tokens/${old}`)
      },
      "suspends and resumes an account": async (random) => {
        const wallet = walletOf(random)
        if (wallet === undefined) return
        await device.call("POST", `/operator/accounts/${wallet.accountId}/suspend`, justification)
        await device.call("POST", `/operator/accounts/${wallet.accountId}/resume`, justification)
      },
      "ends the sessions of an account": async (random) => {
        const wallet = walletOf(random)
        if (wallet !== undefined)
          await device.call("POST", `/operator/accounts/${wallet.accountId}/end-sessions`, justification)
      },
      "starts a recovery": async (random) => {
        const wallet = walletOf(random)
        if (wallet !== undefined)
          await device.call("POST", `/operator/accounts/${wallet.accountId}/start-recovery`, justification)
      },
      "turns recoveries on": async () => {
        const { body } = await get("/platform/settings")
        const recovery = { savedCodes: { enabled: true }, guardians: { enabled: true }, operators: { enabled: true } }
        await device.call("PATCH", "/platform/settings", { revision: body.revision, recovery })
        await get("/platform/settings/revisions")
      },
      "suspends and resumes a credential": async (random) => {
        const wallet = walletOf(random)
        if (wallet === undefined) return
        const { body } = await get(`/auth/credentials?accountId=${wallet.accountId}`)
        for (const { id } of body.data ?? [])
          for (const act of ["suspend", "resume", "unlock"])
            await device.call("POST", `/operator/credentials/${id}/${act}`, justification)
      },
      "cancels recoveries": async (random) => {
        const wallet = walletOf(random)
        if (wallet === undefined) return
        const { body } = await get(`/auth/recoveries?accountId=${wallet.accountId}`)
        for (const { id } of body.data ?? [])
          await device.call("POST", `/operator/recoveries/${id}/cancel`, justification)
      },
      "looks at each object": async (random) => {
        const wallet = walletOf(random)
        if (wallet === undefined) return
        const { accountId, customerId } = wallet
        for (const path of [
          "/customers/external-accounts",
          "/transactions",
          "/webhooks/deliveries",
          "/verifications",
          "/beneficial-owners",
          "/tokens"
        ]) {
          const { body } = await get(
            `${path}${path.startsWith("/customers") || path.startsWith("/veri") ? `?customerId=${customerId}` : ""}`
          )
          for (const { id } of body.data?.slice(0, 2) ?? [])
            if (!path.startsWith("/webhooks")) await get(`${path}/${id}`)
        }
        for (const path of [
          `/internal-accounts/${accountId}`,
          `/customers/${customerId}`,
          `/activity?accountId=${accountId}`,
          "/auth/keys",
          "/webhooks/keys"
        ])
          await get(path)
        for (const path of [
          `/auth/recovery-codes?accountId=${accountId}`,
          "/platform/internal-accounts",
          "/discoveries",
          "/sandbox/clock",
          "/webhooks/secret"
        ])
          await get(path)
      },
      "sends a test webhook": async () => {
        await device.call("POST", home.mode === "sandbox" ? "/sandbox/webhooks/test" : "/webhooks/test", {})
      },
      "creates the same customer twice": async (random) => {
        const headers = { "idempotency-key": `key-${random.upTo(1e9)}-0123456789` }
        const body = { customerType: "INDIVIDUAL", email: `once${random.upTo(1e6)}@example.com` }
        await Promise.all([0, 1].map(() => device.call("POST", "/customers", body, headers)))
      },
      "uses one key for two bodies": async (random) => {
        const headers = { "idempotency-key": `key-${random.upTo(1e9)}-0123456789` }
        for (const nth of [1, 2]) {
          const email = `twice${random.upTo(1e6)}.${nth}@example.com`
          await device.call("POST", "/customers", { customerType: "INDIVIDUAL", email }, headers)
        }
      }
    }
  }
}

const LISTS = [
  ...["/customers", "/internal-accounts", "/transactions", "/webhooks/deliveries", "/tokens", "/config"],
  "/exchange-rates"
]
