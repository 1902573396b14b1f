import { addPasskey, clientKey, moveEmail, openedKey, passkeyAddition, RP, signed } from "@countersign/harness/fixtures"
import { type Authenticator, makeAuthenticator } from "@countersign/harness/passkeys/authenticator"
import {
  BECAUSE,
  codesOf,
  complete,
  DAY,
  guardianOf,
  guardianStart,
  startByCode,
  turnOn
} from "@countersign/harness/recovery/kit"
import { figure, rounds } from "@countersign/harness/rounds"
import { type Caller, callers, type Keys, keyPair, makeWorld, sealed, session } from "@countersign/harness/world"
import { afterAll, describe, expect, it } from "vitest"
import { branchingStore } from "./chains/branchingStore.ts"
import { type Move, search } from "./chains/search.ts"

const CONFIRMATION = 3 * DAY
const HOLD = 3 * DAY
/** The full search takes minutes. */
const PATIENCE = rounds(3_600_000, 600_000)
/** The mailboxes of the thief. */
const THIEFS = ["mallory@example.com", "eve@example.com"] as const
const isThiefs = (address: string) => THIEFS.some((each) => each === address)
/** The token that undoes a second move is in the thief's first mailbox. */
const SECOND = "a second move"

/** The possessions of a thief of something of one wallet. The thief's app makes its calls with the platform's token. */
interface Holding {
  /** The newest session that the thief opened with each credential, by the id of the credential. */
  readonly sessions: Entries<{ readonly keys: Keys; readonly sessionId: string }>
  /** The thief's own passkeys, by the ids of the credentials and guardians that they are registered as. */
  readonly passkeys: Entries<Authenticator>
  readonly guardians: Entries<Authenticator>
  readonly codes: ReadonlyArray<string>
  readonly recovery?: Started
  /** A short name of each credential, after what vouched for it, so that equal states have equal names. */
  readonly roles: Entries<string>
  readonly removed: ReadonlyArray<string>
}
type Entries<A> = ReadonlyMap<string, A>
interface Started {
  readonly id: string
  readonly accountId: string
  readonly otpEncryptionTargetBundle: string
}
const NOTHING: Holding = {
  sessions: new Map(),
  passkeys: new Map(),
  guardians: new Map(),
  codes: [],
  roles: new Map(),
  removed: []
}
const withEntry = <A>(entries: Entries<A>, key: string, value: A): Entries<A> => new Map([...entries, [key, value]])

const { save: saveStore, store } = branchingStore()
const world = makeWorld({ logs: "none", store, policy: { credentialConfirmation: CONFIRMATION } })
afterAll(() => world.countersign.close())
const save = () => {
  const at = world.at()
  const back = saveStore()
  return () => {
    world.pass(at - world.at())
    back()
  }
}

const caller: Caller = callers.a
const get = async (path: string) => (await world.call(caller, "GET", path)).body
const sign = (keys: Keys, method: string, path: string, body?: object) =>
  signed(world, caller, keys, { method, path, ...(body === undefined ? {} : { body }) })
const isDone = ({ status }: { readonly status: number }) => status < 300 && status !== 202

interface Listed {
  readonly id: string
  readonly type: string
  readonly status?: string
  readonly nickname: string
  readonly unconfirmedUntil?: string
}

/** A wallet whose owner has an e-mail credential, a passkey, saved codes and a guardian. Exports require a passkey. */
const wallet = async () => {
  await turnOn(world)
  const { revision } = await get("/platform/settings")
  const accessPolicy = { operations: [{ operations: ["EXPORT_WALLET"], credentialTypes: ["PASSKEY"] }] }
  await world.call(callers.support, "PATCH", "/platform/settings", { body: { revision, accessPolicy } })
  const { accountId, credentialId: emailId, customerId } = await world.customer(caller)
  const { keys } = await session(world, caller, emailId)
  const phone = await addPasskey(world, caller, accountId, keys)
  const { codes } = await codesOf(world, caller, accountId, keys)
  const { guardianId } = await guardianOf(world, caller, accountId, keys)
  world.pass(CONFIRMATION + DAY)
  const { email } = await get(`/customers/${customerId}`)
  const roles = new Map([
    [emailId, "E"],
    [phone.credentialId, "Q"]
  ])
  return { accountId, codes, customerId, email, emailId, guardianId, phoneId: phone.credentialId, roles }
}
type Wallet = Awaited<ReturnType<typeof wallet>>

const credentialsOf = async ({ accountId }: Wallet): Promise<ReadonlyArray<Listed>> =>
  (await get(`/auth/credentials?accountId=${accountId}`)).data
const idsAt = async (path: string, { accountId }: Wallet): Promise<ReadonlyArray<string>> =>
  (await get(`${path}?accountId=${accountId}`)).data.map(({ id }: { readonly id: string }) => id)
const openRecoveries = async ({ accountId }: Wallet): Promise<ReadonlyArray<{ id: string; method: string }>> =>
  (await get(`/auth/recoveries?accountId=${accountId}`)).data.filter(({ status }: { readonly status: string }) =>
    ["WAITING", "READY"].includes(status)
  )
const emailOf = async ({ customerId }: Wallet): Promise<string> => (await get(`/customers/${customerId}`)).email

const byCode = async (credentialId: string) => {
  const path = `/auth/credentials/${credentialId}`
  const challenge = await world.call(caller, "POST", `${path}/challenge`)
  if (challenge.status !== 200) return undefined
  const keys = keyPair()
  const bundle = await sealed(world, challenge.body.otpEncryptionTargetBundle, "000000", keys.publicKey)
  const done = await sign(keys, "POST", `${path}/verify`, { type: "EMAIL_OTP", encryptedOtpBundle: bundle })
  return done.status === 200 ? { keys, sessionId: String(done.body.id) } : undefined
}

const byPasskey = async (credentialId: string, authenticator: Authenticator) => {
  const client = clientKey()
  const path = `/auth/credentials/${credentialId}`
  const challenge = await world.call(caller, "POST", `${path}/challenge`, { body: { clientPublicKey: client.hex } })
  if (challenge.status !== 200) return undefined
  const assertion = authenticator.assert({ challenge: challenge.body.challenge })
  const headers = { "request-id": String(challenge.body.requestId) }
  const answer = await world.call(caller, "POST", `${path}/verify`, { body: { type: "PASSKEY", assertion }, headers })
  return answer.status === 200
    ? { keys: await openedKey(answer, client), sessionId: String(answer.body.id) }
    : undefined
}

/** The calls that the key of a session signs, by the operations of the contract that give or take authority. */
const signedMoves = (
  of: Wallet,
  holding: Holding,
  signer: string,
  all: ReadonlyArray<string>,
  guardians: ReadonlyArray<string>
) => {
  const opened = holding.sessions.get(signer)
  const role = holding.roles.get(signer) ?? "?"
  if (opened === undefined) return []
  const { accountId, customerId } = of
  const { keys, sessionId } = opened
  const move = (name: string, make: () => Promise<Holding | undefined>): Move<Holding> => ({
    name: `${role}: ${name}`,
    make
  })
  const did = async (method: string, path: string, body?: object) => isDone(await sign(keys, method, path, body))
  const named = (id: string) => ({ ...holding, roles: withEntry(holding.roles, id, `T(${role})`) })
  return [
    ...(holding.passkeys.size < 3
      ? [
          move("add a passkey", async () => {
            const authenticator = makeAuthenticator(RP)
            const added = await sign(keys, "POST", "/auth/credentials", passkeyAddition(accountId, authenticator))
            if (!isDone(added)) return undefined
            return { ...named(added.body.id), passkeys: withEntry(holding.passkeys, added.body.id, authenticator) }
          })
        ]
      : []),
    move("add the e-mail credential", async () => {
      const added = await sign(keys, "POST", "/auth/credentials", { type: "EMAIL_OTP", accountId })
      return isDone(added) ? named(added.body.id) : undefined
    }),
    ...all.flatMap((id) => [
      move(`remove ${holding.roles.get(id)}`, async () =>
        (await did("DELETE", `/auth/credentials/${id}`))
          ? { ...holding, removed: [...holding.removed, `${holding.roles.get(id)} by ${role}`].toSorted() }
          : undefined
      ),
      move(`confirm ${holding.roles.get(id)}`, async () =>
        (await did("POST", `/auth/credentials/${id}/confirm`)) ? holding : undefined
      )
    ]),
    ...guardians.map((id) =>
      move(id === of.guardianId ? "remove the guardian" : "remove a guardian", async () =>
        (await did("DELETE", `/auth/guardians/${id}`)) ? holding : undefined
      )
    ),
    move("add a guardian", async () => {
      if (holding.guardians.size > 0) return undefined
      const { added, authenticator, guardianId } = await guardianOf(world, caller, accountId, keys)
      return isDone(added)
        ? { ...holding, guardians: withEntry(holding.guardians, guardianId, authenticator) }
        : undefined
    }),
    move("make saved codes", async () => {
      const { codes } = await codesOf(world, caller, accountId, keys)
      return codes.length > 0 ? { ...holding, codes } : undefined
    }),
    move("move the address", async () => {
      const [own, next] = THIEFS
      const isSecond = (await emailOf(of)) === own
      const moved = await moveEmail(world, caller, keys, customerId, isSecond ? next : own)
      if (!isDone(moved)) return undefined
      return isSecond ? { ...holding, removed: [...holding.removed, SECOND].toSorted() } : holding
    }),
    move("refresh", async () => {
      const client = clientKey()
      const answer = await sign(keys, "POST", `/auth/sessions/${sessionId}/refresh`, { clientPublicKey: client.hex })
      if (!isDone(answer)) return undefined
      const refreshed = { keys: await openedKey(answer, client), sessionId: String(answer.body.id) }
      return { ...holding, sessions: withEntry(holding.sessions, signer, refreshed) }
    }),
    move("end the other sessions", async () =>
      (await did("POST", "/auth/sessions/revoke-others", { accountId })) ? holding : undefined
    )
  ]
}

/** The calls that need no session: logins with what the thief has, and recoveries. */
const otherMoves = (of: Wallet, holding: Holding, all: ReadonlyArray<Listed>): ReadonlyArray<Move<Holding>> => {
  const role = (id: string) => holding.roles.get(id) ?? "?"
  const opens = (id: string, login: () => Promise<{ keys: Keys; sessionId: string } | undefined>) => ({
    name: `sign in with ${role(id)}`,
    make: async () => {
      const opened = await login()
      return opened && { ...holding, sessions: withEntry(holding.sessions, id, opened) }
    }
  })
  return [
    ...[...holding.passkeys].map(([id, authenticator]) => opens(id, () => byPasskey(id, authenticator))),
    ...all
      .filter(({ nickname, type }) => type === "EMAIL_OTP" && isThiefs(nickname))
      .map(({ id }) => opens(id, () => byCode(id))),
    ...(holding.codes.length > 0 && holding.recovery === undefined
      ? [
          {
            name: "start a recovery by code",
            make: async () => {
              const started = await startByCode(world, caller, of.accountId)
              return started.status === 201 ? { ...holding, recovery: started.body } : undefined
            }
          }
        ]
      : []),
    ...(holding.recovery === undefined
      ? []
      : [
          {
            name: "complete the recovery",
            make: async () => {
              const { recovery, ...others } = holding
              if (recovery === undefined) return undefined
              const { authenticator, done } = await complete(world, caller, recovery, holding.codes[0] ?? "")
              if (done.status !== 201) return undefined
              const passkeys = withEntry(holding.passkeys, done.body.id, authenticator)
              return { ...others, passkeys, roles: withEntry(holding.roles, done.body.id, "T(recovery)") }
            }
          }
        ]),
    ...[...holding.guardians].map(([id, authenticator]) => ({
      name: "start a recovery by a guardian",
      make: async () => {
        const { challenge, start } = await guardianStart(world, caller, id, authenticator).catch(() => NO_START)
        return challenge.status === 200 && (await start()).status === 201 ? holding : undefined
      }
    })),
    {
      name: "undo a move of the address",
      make: async () => {
        if (!holding.removed.includes(SECOND)) return undefined
        return (await undo(of)) ? holding : undefined
      }
    }
  ]
}
const NO_START = { challenge: { status: 404 }, start: async () => ({ status: 404 }) }

/** The sandbox mails nothing: its token is the public code. */
const undo = async ({ customerId }: Wallet) =>
  (await world.call(caller, "POST", `/customers/${customerId}/email/undo`, { body: { undoToken: "000000" } }))
    .status === 200

const stateOf = async (of: Wallet, { codes, guardians, recovery, removed, roles, sessions }: Holding) => {
  const all = await credentialsOf(of)
  const active = new Set(await idsAt("/auth/sessions", of))
  return JSON.stringify([
    all.map(({ id, nickname, status }) => `${roles.get(id)} ${status ?? ""} ${isThiefs(nickname)}`).toSorted(),
    [...sessions].flatMap(([id, { sessionId }]) => (active.has(sessionId) ? [roles.get(id)] : [])).toSorted(),
    (await idsAt("/auth/guardians", of)).map((id) => id === of.guardianId).toSorted(),
    [codes.length > 0, guardians.size, recovery !== undefined, await emailOf(of)],
    (await openRecoveries(of)).map(({ method }) => method).toSorted(),
    removed,
    (await get(`/internal-accounts/${of.accountId}`)).heldUntil !== undefined
  ])
}

const operated = (path: string) => world.call(callers.support, "POST", `/operator/${path}`, { body: BECAUSE })

/**
 * The acts of an owner who was notified, with the mailbox, and the platform's support while a recovery holds the wallet:
 * undo each move of the address, prove the e-mail credential, end what is not the owner's.
 */
const takeBack = async (of: Wallet) => {
  // In production, the token of the first mail undoes all of them at once.
  for (let moves = 0; moves < 6 && (await emailOf(of)) !== of.email; moves += 1) await undo(of)
  const isHeld = (await get(`/internal-accounts/${of.accountId}`)).heldUntil !== undefined
  const foreign = async () => (await credentialsOf(of)).filter(({ id }) => id !== of.emailId && id !== of.phoneId)
  if (isHeld) {
    await operated(`credentials/${of.emailId}/resume`)
    for (const { id } of await foreign()) await operated(`credentials/${id}/suspend`)
  }
  const owner = await byCode(of.emailId)
  if (owner === undefined) return undefined
  for (const { id } of await openRecoveries(of)) await sign(owner.keys, "DELETE", `/auth/recoveries/${id}`)
  await sign(owner.keys, "POST", "/auth/sessions/revoke-others", { accountId: of.accountId })
  // A hold that the thief's completed recovery left lasts its time; the owner's session does not.
  if (isHeld) world.pass(HOLD)
  const again = isHeld ? await byCode(of.emailId) : owner
  if (again === undefined) return undefined
  for (const { id } of await foreign()) await sign(again.keys, "DELETE", `/auth/credentials/${id}`)
  for (const id of await idsAt("/auth/guardians", of)) {
    if (id !== of.guardianId) await sign(again.keys, "DELETE", `/auth/guardians/${id}`)
  }
  await codesOf(world, caller, of.accountId, again.keys)
  return again
}

/** Fails where the thief still has something of the wallet. */
const requireNothingLeft = async (of: Wallet, holding: Holding, path: ReadonlyArray<string>) => {
  const left: Array<string> = []
  for (const { keys } of holding.sessions.values()) {
    const isLoot = isDone(await sign(keys, "PATCH", `/internal-accounts/${of.accountId}`, { privateEnabled: true }))
    if (isLoot) left.push("a session")
  }
  for (const [id, authenticator] of holding.passkeys) {
    if ((await byPasskey(id, authenticator)) !== undefined) left.push("a passkey")
  }
  for (const [id, authenticator] of holding.guardians) {
    const { challenge, start } = await guardianStart(world, caller, id, authenticator).catch(() => NO_START)
    if (challenge.status === 200 && (await start()).status === 201) left.push("a guardian")
  }
  const started = await startByCode(world, caller, of.accountId)
  if (started.status === 201 && holding.codes[0] !== undefined) {
    const { done } = await complete(world, caller, started.body, holding.codes[0])
    if (done.status === 201) left.push("a saved code")
  }
  const addresses = (await credentialsOf(of)).filter(({ type }) => type === "EMAIL_OTP").map(({ nickname }) => nickname)
  if ([await emailOf(of), ...addresses].some(isThiefs)) left.push("the address")
  expect({ path, left }).toEqual({ path, left: [] })
}

const thiefGame = (of: Wallet, begin: Holding, isAbleToExport: boolean) => ({
  begin: { ...begin, roles: of.roles },
  depth: rounds(5, 3),
  save,
  nameOf: (holding: Holding) => stateOf(of, holding),
  moves: async (holding: Holding) => {
    const all = await credentialsOf(of)
    const guardians = await idsAt("/auth/guardians", of)
    const ids = all.map(({ id }) => id)
    return [
      ...[...holding.sessions.keys()].flatMap((signer) => signedMoves(of, holding, signer, ids, guardians)),
      ...otherMoves(of, holding, all)
    ]
  },
  judge: async (holding: Holding, path: ReadonlyArray<string>) => {
    for (const { keys } of isAbleToExport ? [] : holding.sessions.values()) {
      const clientPublicKey = clientKey().hex
      const answer = await sign(keys, "POST", `/internal-accounts/${of.accountId}/export`, { clientPublicKey })
      expect({ path, status: answer.status }).not.toEqual({ path, status: 200 })
    }
    const owner = await takeBack(of)
    expect({ path, isOwnerIn: owner !== undefined }).toEqual({ path, isOwnerIn: true })
    world.pass(CONFIRMATION + DAY)
    await requireNothingLeft(of, holding, path)
    expect({ path, isOwnerIn: (await byCode(of.emailId)) !== undefined }).toEqual({ path, isOwnerIn: true })
  }
})

describe("I21 GA3: over every sequence of calls that a thief of one thing can make, the owner takes the wallet back and nothing remains", () => {
  it(
    "a stolen e-mail session, which also never exports against a step-up",
    async () => {
      const of = await wallet()
      const stolen = await byCode(of.emailId)
      if (stolen === undefined) throw new Error("no session was opened")
      const begin = { ...NOTHING, sessions: new Map([[of.emailId, stolen]]) }
      const { calls, states } = await search(thiefGame(of, begin, false))
      figure(`chains of a stolen e-mail session: ${calls} calls, ${states} states`)
      expect(states).toBeGreaterThan(20)
    },
    PATIENCE
  )

  it(
    "a saved code",
    async () => {
      const of = await wallet()
      const { calls, states } = await search(thiefGame(of, { ...NOTHING, codes: of.codes.slice(0, 1) }, true))
      figure(`chains of a saved code: ${calls} calls, ${states} states`)
      expect(states).toBeGreaterThan(3)
    },
    PATIENCE
  )
})
