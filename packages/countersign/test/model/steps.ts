import { clientKey, oauthVerify, oidcToken, openedKey, passkeyAddition, RP } from "@countersign/harness/fixtures"
import { type Authenticator, makeAuthenticator } from "@countersign/harness/passkeys/authenticator"
import { type Answer, callers, type Keys, keyPair, retryHeaders, sealed, type World } from "@countersign/harness/world"
import type * as fc from "fast-check"
import { expect } from "vitest"
import { isHeld, statusOf } from "./recovery.ts"
import * as Wallet from "./Wallet.ts"

/** The objects of the service that correspond to those of the model, at the same positions. */
export interface Real {
  readonly world: World
  readonly accountId: string
  /** The account that quotes pay to. */
  readonly friend: string
  readonly credentials: Array<{ readonly id: string; readonly sub?: string; readonly authenticator?: Authenticator }>
  readonly guardians: Array<Real["credentials"][number]>
  readonly sessions: Array<{ readonly id: string; readonly keys: Keys }>
  readonly requests: Array<{
    readonly challenge: { readonly requestId: string; readonly payloadToSign: string }
    /** The key that a login seals with its code, or the key of a session to open. */
    readonly keys: Keys
    readonly send: (headers: Record<string, string>) => Promise<Answer>
    readonly added?: Omit<Real["credentials"][number], "id">
    readonly opened?: (answer: Answer) => Promise<Keys>
    readonly codes?: (answer: Answer) => Promise<ReadonlyArray<string>>
  }>
  readonly recoveries: Array<string>
  readonly codes: Array<string>
  /** The time by the service's clock, which tokens name. */
  readonly at: () => number
  readonly pass: (millis: number) => Promise<void>
  /** Every kind of step, with how it ended: `done` or the status of its refusal. */
  readonly seen: Set<string>
}

export type Step = fc.AsyncCommand<Wallet.Wallet, Real>

/** A step, after which the service has exactly the sessions, credentials and settings of the model. */
export const step = (name: string, run: (model: Wallet.Wallet, real: Real) => Promise<void>): Step => ({
  check: () => true,
  toString: () => name,
  run: async (model, real) => {
    await run(model, real)
    const get = async (path: string) => (await real.world.call(callers.a, "GET", path)).body
    const { heldUntil, privateEnabled, status } = await get(`/internal-accounts/${real.accountId}`)
    const credentials = (await get(`/auth/credentials?accountId=${real.accountId}`)).data
    const sessions = (await get(`/auth/sessions?accountId=${real.accountId}`)).data
    // The store may have removed a recovery that has expired.
    const recoveries = real.recoveries.flatMap((id, at) => {
      const recovery = model.recoveries[at]
      return recovery !== undefined && model.now < recovery.expiresAt ? [{ id, status: statusOf(model, recovery) }] : []
    })
    const kept = new Set(recoveries.map(({ id }) => id))
    const shown: typeof recoveries = (await get(`/auth/recoveries?accountId=${real.accountId}`)).data
    expect({
      isHeld: heldUntil !== undefined && Date.parse(heldUntil) > real.at(),
      recoveries: shown.flatMap(({ id, status: each }) => (kept.has(id) ? [`${id} ${each}`] : [])).sort(),
      status,
      privateEnabled,
      credentials: credentials
        .map((each: { id: string; status?: string }) => `${each.id} ${each.status ?? "ACTIVE"}`)
        .sort(),
      sessions: sessions.map(({ id }: { readonly id: string }) => id).sort()
    }).toEqual({
      isHeld: isHeld(model),
      recoveries: recoveries.map(({ id, status: each }) => `${id} ${each}`).sort(),
      status: model.isSuspended ? "FROZEN" : "ACTIVE",
      privateEnabled: model.isPrivate,
      credentials: model.credentials
        .flatMap(({ state }, at) => (state === "REMOVED" ? [] : [`${real.credentials[at]?.id} ${state}`]))
        .sort(),
      sessions: real.sessions.flatMap(({ id }, at) => (Wallet.isActive(model, at) ? [id] : [])).sort()
    })
  }
})

/** Requires the ending that the model predicts. Returns whether the call was done. */
export const requireEnding = (
  real: Real,
  what: string,
  { body, status }: Answer,
  predicted: Wallet.Ending
): boolean => {
  real.seen.add(`${what} ${status < 300 ? "done" : status}`)
  const allowed = predicted === "done" ? [200, 201, 202, 204] : predicted
  expect([what, body?.code, allowed.includes(status) ? allowed : status]).toEqual([what, body?.code, allowed])
  return status < 300
}

export const pick = (choice: number, length: number) => (length === 0 ? 0 : choice % length)
export const call = (
  { world }: Real,
  method: string,
  path: string,
  body?: object,
  headers: Record<string, string> = {}
) => world.call(callers.a, method, path, { ...(body === undefined ? {} : { body }), headers })

/** The first leg of a call that a session signs. */
export const first = async (
  model: Wallet.Wallet,
  real: Real,
  deed: Wallet.Deed,
  leg: { readonly method: string; readonly path: string; readonly body?: object } & Partial<Real["requests"][number]>
) => {
  const { body, keys = keyPair(), method, path, ...more } = leg
  const send = (headers: Record<string, string>) => call(real, method, path, body, headers)
  const answer = await send({})
  if (!requireEnding(real, `begin ${deed.what}`, answer, Wallet.begun(model, deed))) return undefined
  return requested(model, real, deed, { ...more, keys, send, challenge: answer.body })
}

const requested = (model: Wallet.Wallet, real: Real, deed: Wallet.Deed, request: Real["requests"][number]) => {
  const expiresAt = model.now + Wallet.REQUEST_LIFETIME
  real.requests.push(request)
  return model.requests.push({ deed, expiresAt, isUsed: false, failures: 0 }) - 1
}

/** A request for a code. Returns the bundle to seal an answer to. */
const code = async (model: Wallet.Wallet, real: Real): Promise<string | undefined> => {
  const answer = await call(real, "POST", `/auth/credentials/${real.credentials[0]?.id}/challenge`)
  if (!requireEnding(real, "code", answer, Wallet.challenged(model, 0))) return undefined
  Wallet.codeIssued(model)
  return answer.body.otpEncryptionTargetBundle
}
const submission = async (real: Real, bundle: string, digits: string, keys: Keys) => ({
  type: "EMAIL_OTP",
  encryptedOtpBundle: await sealed(real.world, bundle, digits, keys.publicKey)
})

const timesOf = (real: Real) => {
  const iat = Math.floor(real.at() / 1000)
  return { iat, exp: iat + 600 }
}

export const askForCode = step("askForCode", async (model, real) => void (await code(model, real)))

export const guess = step("guess", async (model, real) => {
  const bundle = await code(model, real)
  if (bundle === undefined) return
  const body = await submission(real, bundle, "111111", keyPair())
  for (let wrong = 0; wrong < 5; wrong += 1) {
    const answer = await call(real, "POST", `/auth/credentials/${real.credentials[0]?.id}/verify`, body)
    requireEnding(real, "wrong code", answer, [401])
  }
  Wallet.guessed(model)
})

/** A login with any credential. By code it continues with a signature, and by passkey with an assertion. */
export const login = (choice: number): Step =>
  step(`login(${choice})`, async (model, real) => {
    const at = pick(choice, model.credentials.length)
    const credential = real.credentials[at]
    if (credential === undefined) return
    const path = `/auth/credentials/${credential.id}`
    switch (model.credentials[at]?.type) {
      case "EMAIL_OTP": {
        const bundle = await code(model, real)
        if (bundle === undefined) return
        const keys = keyPair()
        const body = await submission(real, bundle, "000000", keys)
        const send = (headers: Record<string, string>) => call(real, "POST", `${path}/verify`, body, headers)
        const answer = await send({})
        const deed = { what: "login", credential: at } as const
        if (!requireEnding(real, "begin login", answer, Wallet.begun(model, deed))) return
        model.proven = requested(model, real, deed, { challenge: answer.body, keys, send })
        model.isRecovering = false
        return
      }
      case "PASSKEY": {
        const client = clientKey()
        const answer = await call(real, "POST", `${path}/challenge`, { clientPublicKey: client.hex })
        const deed = { what: "assertion", credential: at } as const
        if (!requireEnding(real, "begin assertion", answer, Wallet.begun(model, deed))) return
        const send = () => {
          const assertion = credential.authenticator?.assert({ challenge: answer.body.challenge })
          const headers = { "request-id": String(answer.body.requestId) }
          return call(real, "POST", `${path}/verify`, { type: "PASSKEY", assertion }, headers)
        }
        const opened = (done: Answer) => openedKey(done, client)
        requested(model, real, deed, { challenge: answer.body, keys: client, send, opened })
        return
      }
      case "OAUTH": {
        const client = clientKey()
        const claims = { ...timesOf(real), sub: credential.sub }
        const answer = await oauthVerify(real.world, callers.a, credential.id, client, claims)
        if (!requireEnding(real, "login by token", answer, Wallet.opening(model, at))) return
        real.sessions.push({ id: answer.body.id, keys: await openedKey(answer, client) })
        Wallet.opened(model, at)
      }
    }
  })

export const begin = (what: "refresh" | "end" | "remove" | "switch", choice: number): Step =>
  step(`begin(${what}, ${choice})`, async (model, real) => {
    if (what === "switch") {
      const to = choice % 2 === 0
      const body = { privateEnabled: to }
      const leg = { method: "PATCH", path: `/internal-accounts/${real.accountId}`, body }
      return void (await first(model, real, { what, to }, leg))
    }
    if (what === "remove") {
      const credential = pick(choice, real.credentials.length)
      const path = `/auth/credentials/${real.credentials[credential]?.id}`
      return void (await first(model, real, { what, credential }, { method: "DELETE", path }))
    }
    const session = pick(choice, real.sessions.length)
    const path = `/auth/sessions/${real.sessions[session]?.id}`
    if (real.sessions.length === 0) return
    if (what === "end") return void (await first(model, real, { what, session }, { method: "DELETE", path }))
    const keys = keyPair()
    const body = { clientPublicKey: keys.publicKey }
    await first(model, real, { what, session }, { method: "POST", path: `${path}/refresh`, body, keys })
  })

let subjects = 0
export const add = (type: "OAUTH" | "PASSKEY"): Step =>
  step(`add(${type})`, async (model, real) => {
    const { accountId, world } = real
    const leg = { method: "POST", path: "/auth/credentials" }
    if (type === "PASSKEY") {
      const authenticator = makeAuthenticator(RP)
      const body = passkeyAddition(accountId, authenticator)
      return void (await first(model, real, { what: "add", type }, { ...leg, body, added: { authenticator } }))
    }
    subjects += 1
    const sub = `model-${subjects}`
    const claims = { ...timesOf(real), sub, email: `${sub}@example.com` }
    const body = { type, accountId, oidcToken: oidcToken(world, claims) }
    await first(model, real, { what: "add", type }, { ...leg, body, added: { sub } })
  })

/** Retries a pending, used or expired request, signed by any session, by the key that it names, or by no one's key. */
export const retry = (choice: number, by: number): Step =>
  step(`retry(${choice}, ${by})`, async (model, real) => {
    // Most retries are of the newest request, so that most walks go on.
    const at = choice % 3 === 1 ? pick(choice, real.requests.length) : real.requests.length - 1
    const request = real.requests[at]
    const deed = model.requests[at]?.deed
    if (request === undefined || deed === undefined) return
    const signer = signerOf(model, at, by)
    const keys = signer === "own" ? request.keys : typeof signer === "number" ? real.sessions[signer]?.keys : undefined
    const answer = await request.send(retryHeaders(request.challenge, keys ?? keyPair()))
    const predicted = Wallet.retried(model, at, signer)
    if (!requireEnding(real, `retry ${deed.what}`, answer, predicted)) return Wallet.counted(model, at, signer)
    if (deed.what === "add" || deed.what === "complete") real.credentials.push({ id: answer.body.id, ...request.added })
    if (deed.what === "guard") real.guardians.push({ id: answer.body.id, ...request.added })
    if (["assertion", "login", "refresh"].includes(deed.what)) {
      const opened = await request.opened?.(answer)
      real.sessions.push({ id: answer.body.id, keys: opened ?? request.keys })
    }
    if (request.codes !== undefined) real.codes.push(...(await request.codes(answer)))
    Wallet.performed(model, at)
  })

/** Three of four signers are right if one is, so that most walks go on. */
const signerOf = (model: Wallet.Wallet, at: number, by: number): Wallet.Signer => {
  const all: ReadonlyArray<Wallet.Signer> = ["own", ...model.sessions.keys(), "stranger"]
  const right = all.filter((signer) => Wallet.retried(model, at, signer) === "done")
  const from = right.length === 0 || by % 4 === 3 ? all : right
  return from[pick(by, from.length)] ?? "stranger"
}

export const operate = (act: Wallet.Act, choice: number): Step =>
  step(`operate(${act}, ${choice})`, async (model, real) => {
    const target = pick(choice, real.credentials.length)
    const [name = "", isOfCredential] = act.split(" ")
    const path =
      act === "unlock" || isOfCredential
        ? `credentials/${real.credentials[target]?.id}/${name}`
        : `accounts/${real.accountId}/${name}`
    const body = { actor: "support-7", reason: "The phone was stolen" }
    const answer = await real.world.call(callers.support, "POST", `/operator/${path}`, { body })
    if (requireEnding(real, act, answer, Wallet.acted(model, act, target))) Wallet.enact(model, act, target)
  })

export const pass = (millis: number): Step =>
  step(`pass(${millis})`, async (model, real) => {
    await real.pass(millis)
    model.now += millis
  })
