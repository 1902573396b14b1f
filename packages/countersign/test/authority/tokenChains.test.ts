import { addPasskey, clientKey, passkeyAddition, RP, signed } from "@countersign/harness/fixtures"
import { makeAuthenticator } from "@countersign/harness/passkeys/authenticator"
import { BECAUSE, codesOf, guardianOf, operatorStart, startByCode, turnOn } from "@countersign/harness/recovery/kit"
import { figure, rounds } from "@countersign/harness/rounds"
import { answerOf, type Caller, callers, makeWorld, requestOf, session } from "@countersign/harness/world"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { branchingStore } from "./chains/branchingStore.ts"
import { type Move, search } from "./chains/search.ts"

/** The full search takes minutes. */
const PATIENCE = rounds(3_600_000, 600_000)

/** The tokens that a thief has, each with the scopes that it was made with, and what it changed. */
interface Holding {
  readonly tokens: ReadonlyArray<{ readonly caller: Caller; readonly name: string }>
  readonly done: ReadonlyArray<string>
}

const { save: saveStore, store } = branchingStore()
const world = makeWorld({ logs: "none", store })
afterAll(() => world.countersign.close())
const alpha = world.countersign.api.in({ platformId: "alpha", mode: "sandbox" })
const save = () => {
  const at = world.at()
  const back = saveStore()
  return () => {
    world.pass(at - world.at())
    back()
  }
}
const get = async (path: string) => (await world.call(callers.chief, "GET", path)).body
const isDone = ({ status }: { readonly status: number }) => status < 300 && status !== 202

/** A wallet whose owner has two credentials, a guardian and saved codes, and whose settings the host made. */
const wallet = async () => {
  await turnOn(world)
  const { accountId, credentialId: emailId, customerId } = await world.customer(callers.a)
  const { keys } = await session(world, callers.a, emailId)
  await addPasskey(world, callers.a, accountId, keys)
  await guardianOf(world, callers.a, accountId, keys)
  await codesOf(world, callers.a, accountId, keys)
  return { accountId, customerId, emailId, keys, was: await stateOf({ accountId, customerId }) }
}
type Wallet = Awaited<ReturnType<typeof wallet>>

interface Owned {
  readonly accountId: string
  readonly customerId: string
}

/** The end user's things, which no token may change for good. */
const stateOf = async ({ accountId, customerId }: Owned) => {
  const of = `accountId=${accountId}`
  const { email } = await get(`/customers/${customerId}`)
  const idsAt = async (path: string) => (await get(`${path}?${of}`)).data.map(({ id }: { readonly id: string }) => id)
  return {
    email,
    credentials: await idsAt("/auth/credentials"),
    guardians: await idsAt("/auth/guardians"),
    codes: await get(`/auth/recovery-codes?${of}`)
  }
}

const openRecoveries = async ({ accountId }: Wallet): Promise<ReadonlyArray<{ readonly id: string }>> =>
  (await get(`/auth/recoveries?accountId=${accountId}`)).data.filter(({ status }: { readonly status: string }) =>
    ["WAITING", "READY"].includes(status)
  )

const STRICTEST = {
  accessPolicy: {
    sessions: { credentialTypes: ["EMAIL_OTP"] },
    operations: [{ operations: ["REFRESH_SESSION"], credentialTypes: ["PASSKEY"] }]
  },
  recovery: null
}

/** The calls of the contract that a token makes on platform and wallet, without any key of the end user. */
const movesOf = (of: Wallet, holding: Holding): ReadonlyArray<Move<Holding>> =>
  holding.tokens.flatMap(({ caller, name }) => {
    const call = (method: string, path: string, body?: object) =>
      world.call(caller, method, path, body === undefined ? {} : { body })
    const act = (what: string, made: () => Promise<{ readonly status: number }>): Move<Holding> => ({
      name: `${name}: ${what}`,
      make: async () =>
        isDone(await made()) ? { ...holding, done: [...new Set([...holding.done, what])].toSorted() } : undefined
    })
    const settings = (what: string, patch: object) =>
      act(what, async () => {
        const { revision } = await alpha.settings.read()
        return call("PATCH", "/platform/settings", { revision, ...patch })
      })
    const operator = (what: string, path: string) => act(what, () => call("POST", `/operator/${path}`, BECAUSE))
    const { accountId, customerId, emailId } = of
    return [
      ...(holding.tokens.length > 2
        ? []
        : [["VIEW"], ["MANAGE"], ["OPERATE"], ["MANAGE", "OPERATE"]].map((permissions) => ({
            name: `${name}: make a token of ${permissions.join(" and ")}`,
            make: async () => {
              const { body, status } = await call("POST", "/tokens", { name: "robot", permissions })
              const token = { caller: { token: body.clientId, secret: body.clientSecret }, name: permissions.join("+") }
              return status === 201 ? { ...holding, tokens: [...holding.tokens, token] } : undefined
            }
          }))),
      act("move the address", () => call("PATCH", `/customers/${customerId}`, { email: "mallory@example.com" })),
      act("delete the customer", () => call("DELETE", `/customers/${customerId}`)),
      act("add a credential", () =>
        call("POST", "/auth/credentials", passkeyAddition(accountId, makeAuthenticator(RP)))
      ),
      act("remove a credential", () => call("DELETE", `/auth/credentials/${emailId}`)),
      act("export", () => call("POST", `/internal-accounts/${accountId}/export`, { clientPublicKey: clientKey().hex })),
      act("add a guardian", () => call("POST", "/auth/guardians", passkeyAddition(accountId, makeAuthenticator(RP)))),
      act("make saved codes", () =>
        call("POST", "/auth/recovery-codes", { accountId, clientPublicKey: clientKey().hex })
      ),
      act("start a recovery by code", () => startByCode(world, caller, accountId)),
      act("start a recovery as an operator", () => operatorStart(world, accountId, caller)),
      act("name the platform", () => call("PATCH", "/config", { embeddedWalletConfig: { appName: "Mallory" } })),
      operator("suspend the wallet", `accounts/${accountId}/suspend`),
      operator("end its sessions", `accounts/${accountId}/end-sessions`),
      operator("suspend a credential", `credentials/${emailId}/suspend`),
      settings("set the strictest policy", { accessPolicy: STRICTEST.accessPolicy }),
      settings("turn recovery off", { recovery: STRICTEST.recovery }),
      settings("trust no issuer", { oidc: { issuers: [] } })
    ]
  })

const nameOf = async (of: Wallet, { done, tokens }: Holding) => {
  const { accessPolicy, oidc, recovery } = await alpha.settings.read()
  return JSON.stringify([
    tokens.map(({ name }) => name).toSorted(),
    done,
    (await get(`/internal-accounts/${of.accountId}`)).status,
    (await openRecoveries(of)).length,
    [accessPolicy, oidc, recovery]
  ])
}

/** The owner signs in and signs: after support has resumed what was suspended, and the host has its settings again. */
const ownerSigns = async (of: Wallet): Promise<boolean> => {
  const { revision } = await alpha.settings.read()
  await alpha.settings.update({ revision, accessPolicy: null, oidc: null })
  for (const path of [`accounts/${of.accountId}/resume`, `credentials/${of.emailId}/resume`]) {
    await world.call(callers.support, "POST", `/operator/${path}`, { body: BECAUSE })
  }
  const { done, keys } = await session(world, callers.a, of.emailId)
  const change = { method: "PATCH", path: `/internal-accounts/${of.accountId}`, body: { privateEnabled: true } }
  return done.status === 200 && isDone(await signed(world, callers.a, keys, change))
}

const game = (of: Wallet, begin: Holding, revoke: () => Promise<unknown>) => ({
  begin,
  depth: rounds(5, 2),
  save,
  nameOf: (holding: Holding) => nameOf(of, holding),
  moves: async (holding: Holding) => movesOf(of, holding),
  judge: async (holding: Holding, path: ReadonlyArray<string>) => {
    // The owner can object while the thief still has the token: any session cancels.
    const live = of.keys
    for (const { id } of await openRecoveries(of)) {
      await signed(world, callers.a, live, { method: "DELETE", path: `/auth/recoveries/${id}` })
    }
    await revoke()
    const left: Array<string> = []
    for (const { caller, name } of holding.tokens) {
      if ((await world.call(caller, "GET", "/customers")).status !== 401) left.push(name)
    }
    expect({ path, left, open: (await openRecoveries(of)).length }).toEqual({ path, left: [], open: 0 })
    expect({ path, ...(await stateOf(of)) }).toEqual({ path, ...of.was })
    expect({ path, isOwnerIn: await ownerSigns(of) }).toEqual({ path, isOwnerIn: true })
  }
})

describe("I21 GA10 GA11: over every sequence of calls of a stolen token, nothing remains after it was removed as stolen", () => {
  it.each([["MANAGE"], ["OPERATE"]])(
    "of the scope %s",
    async (scope) => {
      const of = await wallet()
      const { body } = await world.call(callers.chief, "POST", "/tokens", {
        body: { name: "shop", permissions: [scope] }
      })
      const stolen = { caller: { token: body.clientId, secret: body.clientSecret }, name: scope }
      const revoke = () => alpha.tokens.revokeStolen(body.id)
      const { calls, states } = await search(game(of, { tokens: [stolen], done: [] }, revoke))
      figure(`chains of a ${scope} token: ${calls} calls, ${states} states`)
      expect(states).toBeGreaterThan(2)
    },
    PATIENCE
  )
})

describe("I21: over every sequence of calls of a page that has a user's sign-in", () => {
  let signedIn = ""
  const page: Caller = { token: "page", secret: "none" }
  const forUser = world.countersign.forUser(() => ({ platformId: "alpha", mode: "sandbox", customerId: signedIn }))
  const own: typeof world.call = async (caller, ...call) =>
    caller === page
      ? answerOf(await forUser(requestOf("http://countersign.test", undefined, ...call)))
      : world.call(caller, ...call)
  let of: Wallet
  beforeAll(async () => {
    of = await wallet()
    signedIn = of.customerId
  })

  it(
    "the owner's things are as before, and the owner signs",
    async () => {
      const { accountId, customerId, emailId } = of
      const move = (name: string, method: string, path: string, body?: object): Move<Holding> => ({
        name,
        make: async (holding) => {
          const answer = await own(page, method, path, body === undefined ? {} : { body })
          return isDone(answer) ? { ...holding, done: [...new Set([...holding.done, name])].toSorted() } : undefined
        }
      })
      const payee = {
        customerId,
        currency: "USDC",
        accountInfo: { accountType: "ETHEREUM_L1", address: "0x8617E340B3D01FA5F11F306F4090FD50E238070D" }
      }
      const { calls, states } = await search<Holding>({
        begin: { tokens: [], done: [] },
        depth: rounds(5, 2),
        save,
        nameOf: (holding) => nameOf(of, holding),
        moves: async () => [
          move("add a payee", "POST", "/customers/external-accounts", payee),
          move("have a code mailed", "POST", `/auth/credentials/${emailId}/challenge`),
          move("start a recovery by code", "POST", "/auth/recoveries", { accountId, method: "SAVED_CODE" }),
          move("delete the customer", "DELETE", `/customers/${customerId}`),
          move("move the address", "PATCH", `/customers/${customerId}`, { email: "mallory@example.com" }),
          move("add a credential", "POST", "/auth/credentials", passkeyAddition(accountId, makeAuthenticator(RP))),
          move("remove a credential", "DELETE", `/auth/credentials/${emailId}`),
          move("export", "POST", `/internal-accounts/${accountId}/export`, { clientPublicKey: clientKey().hex }),
          move("add a guardian", "POST", "/auth/guardians", passkeyAddition(accountId, makeAuthenticator(RP))),
          move("suspend the wallet", "POST", `/operator/accounts/${accountId}/suspend`, BECAUSE),
          move("make a token", "POST", "/tokens", { name: "robot", permissions: ["VIEW"] })
        ],
        judge: async (_, path) => {
          expect({ path, ...(await stateOf(of)) }).toEqual({ path, ...of.was })
          expect({ path, isOwnerIn: await ownerSigns(of) }).toEqual({ path, isOwnerIn: true })
        }
      })
      figure(`chains of a page: ${calls} calls, ${states} states`)
      expect(states).toBeGreaterThan(2)
    },
    PATIENCE
  )
})
