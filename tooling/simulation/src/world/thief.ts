import { generateKeyPair } from "@countersign/client"
import type { Random } from "../scheduler/Random.ts"
import { authorization, environments, type Home } from "./cast.ts"
import { makeDevice, worked } from "./device.ts"
import type { Attacked } from "./History.ts"
import type { Party, Simulation } from "./Simulation.ts"
import type { Person } from "./user.ts"

/** A thief, who has one thing of one person or platform at a time, and uses it in any call. */
export const makeThief = (simulation: Simulation, home: Home, people: ReadonlyArray<Person>): Party => {
  const device = makeDevice(simulation, home, `thief in ${home.key}`, 0)
  const { client } = device
  const tries = (invariant: Attacked, what: string, isSuccessful: boolean) =>
    simulation.history.add({ kind: "attack", at: simulation.scheduler.now(), invariant, what, isSuccessful })
  const victims = people.filter((person) => person.home.key === home.key)
  const victimOf = (random: Random) => random.pick(victims)
  /** The session of a person who has just signed in. */
  const stolen = async (person: Person, random: Random) => {
    await worked(person.acts.visits?.(random) ?? Promise.resolve())
    return person.device.sessions().findLast(({ expiresAt }) => Date.parse(expiresAt) > client.now())
  }

  const signsIn = async (invariant: Attacked, what: string, accountId: string, code: () => string | undefined) => {
    const credential = (await client.credentials.list(accountId)).find(({ type }) => type === "EMAIL_OTP")
    if (credential !== undefined)
      tries(invariant, what, await worked(client.emailOtp.login({ credentialId: credential.id, code })))
  }

  return {
    owner: device.owner,
    acts: {
      "signs with the session of another account": async (random) => {
        const [one, other] = [victimOf(random), victimOf(random)]
        const [signer, wallet] = [await stolen(one, random), other.wallet()]
        if (signer === undefined || wallet === undefined || one === other) return
        tries(
          "I3",
          "ends the sessions of another account",
          await worked(client.sessions.revokeOthers(wallet.accountId, { signer }))
        )
      },
      "signs with a key of its own": async (random) => {
        const wallet = victimOf(random).wallet()
        if (wallet === undefined) return
        const signer = await generateKeyPair()
        tries(
          "I3",
          "exports a wallet with its own key",
          await worked(client.exportWallet(wallet.accountId, { signer }))
        )
      },
      "uses an expired session": async (random) => {
        const person = victimOf(random)
        const [wallet, old] = [
          person.wallet(),
          person.device.sessions().find(({ expiresAt }) => Date.parse(expiresAt) <= client.now() - 5000)
        ]
        if (wallet === undefined || old === undefined) return
        tries(
          "I10",
          "saves recovery codes with an expired session",
          await worked(client.recovery.createCodes(wallet.accountId, { signer: old }))
        )
      },
      "tries the sandbox's code in production": async (random) => {
        const person = victimOf(random)
        const wallet = person.wallet()
        if (wallet === undefined || home.mode === "sandbox") return
        await signsIn("I14", "signs in with 000000", wallet.accountId, () => "000000")
      },
      "signs in by a forged token in production": async (random) => {
        const wallet = victimOf(random).wallet()
        if (wallet === undefined || home.mode === "sandbox") return
        const oidcToken = simulation.issuer.tokenOf("thief", client.now(), { isForged: true })
        const { status } = await device.call("POST", "/auth/credentials", {
          type: "OAUTH",
          accountId: wallet.accountId,
          oidcToken
        })
        tries("I14", "adds an identity by a forged token", status < 300)
      },
      "adds a passkey with a stolen session": async (random) => {
        const person = victimOf(random)
        const [signer, wallet] = [await stolen(person, random), person.wallet()]
        if (signer === undefined || wallet === undefined) return
        const rp = { id: "wallet.example", name: "Wallet" }
        const passkey = await client.passkeys.register({ accountId: wallet.accountId, nickname: "thief", signer, rp })
        const session = await client.passkeys.login({ credentialId: passkey.id, rpId: rp.id })
        for (const { id, type } of await client.credentials.list(wallet.accountId))
          if (type !== "PASSKEY") await worked(client.revokeCredential(id, { signer: session }))
      },
      "removes with a token alone": async (random) => {
        const person = victimOf(random)
        const wallet = person.wallet()
        if (wallet === undefined) return
        const { body } = await device.call("GET", `/auth/credentials?accountId=${wallet.accountId}`)
        const id = body.data?.[0]?.id
        if (id === undefined) return
        const ways = [
          () => device.call("DELETE", `/auth/credentials/${id}`),
          () => device.call("PATCH", `/customers/${wallet.customerId}`, { email: "thief@example.com" }),
          () => device.call("POST", `/internal-accounts/${wallet.accountId}/export`, { clientPublicKey: "04" }),
          () => device.call("DELETE", `/customers/${wallet.customerId}`)
        ]
        const { status } = await random.pick(ways)()
        tries("I18", "acts for an end user without a signature", status === 200 || status === 204)
      },
      "reads with the token of another environment": async (random) => {
        const person = random.pick(people)
        const wallet = person.wallet()
        const other = random.pick(environments.filter(({ key }) => key !== person.home.key))
        if (wallet === undefined) return
        const { status } = await device.call("GET", `/customers/${wallet.customerId}`, undefined, {
          authorization: authorization(other)
        })
        tries("I9", `reads a customer of ${person.home.key} from ${other.key}`, status < 400)
      },
      "repeats a signed call with another body": async (random) => {
        const person = victimOf(random)
        const [signer, wallet] = [await stolen(person, random), person.wallet()]
        if (signer === undefined || wallet === undefined) return
        const first = await device.call("POST", "/auth/recovery-codes", {
          accountId: wallet.accountId,
          clientPublicKey: "04"
        })
        if (first.status !== 202) return
        const second = await device.call(
          "POST",
          "/auth/recovery-codes",
          { accountId: wallet.accountId },
          { "request-id": String(first.body.requestId) }
        )
        tries("I18", "completes a call without its stamp", second.status < 300)
      },
      "guesses codes": async (random) => {
        const wallet = victimOf(random).wallet()
        if (wallet === undefined) return
        let guesses = 0
        const code = () => {
          guesses += 1
          return guesses > 3 ? undefined : String(random.between(100_000, 999_999))
        }
        await signsIn("I15", "guesses a code", wallet.accountId, code)
      },
      "writes a link into a brand": async () => {
        const name = `Acme www.evil.example`
        const { status } = await device.call("PATCH", "/config", { embeddedWalletConfig: { appName: name } })
        tries("I24", "sets a brand with a link", status < 300)
      },
      "floods with first legs": async (random) => {
        const wallet = victimOf(random).wallet()
        if (wallet === undefined) return
        await Promise.all(
          Array.from({ length: 30 }, () =>
            device.call("POST", "/auth/sessions/revoke-others", { accountId: wallet.accountId })
          )
        )
      },
      "sends what is malformed": async (random) => {
        const bodies = [
          null,
          [],
          { id: 1 },
          { accountId: "InternalAccount:x" },
          { customerType: "x".repeat(9000) },
          { email: "‮@" }
        ]
        const method = random.pick(["POST", "PATCH", "DELETE", "GET", "PUT"])
        await device.call(method, random.pick(PATHS), method === "GET" ? undefined : random.pick(bodies))
      }
    }
  }
}

const PATHS = [
  ...["/customers", "/auth/credentials", "/quotes", "/auth/recoveries", "/customers/external-accounts", "/tokens"],
  ...["/config", "/deposits"]
]
