import { clientKey } from "@countersign/harness/fixtures"
import { recoverable, SIGNED, type SignedCall, signedCallsOf } from "@countersign/harness/signedCalls"
import { callers, makeWorld, retryHeaders, session } from "@countersign/harness/world"
import { afterAll, beforeAll, expect, it } from "vitest"

const world = makeWorld()
beforeAll(() => recoverable(world))
afterAll(() => world.countersign.close())

const ask = (method: string, path: string, more: Parameters<typeof world.call>[3] = {}) =>
  world.call(callers.a, method, path, more)
const send = ({ body, method, path }: SignedCall, headers: Record<string, string> = {}) =>
  ask(method, path, { headers, ...(body === undefined ? {} : { body }) })

/** The state of a wallet that can be read without a signature. */
const readOf = async (accountId: string) => {
  const account = (await ask("GET", `/internal-accounts/${accountId}`)).body
  const credentials = (await ask("GET", `/auth/credentials?accountId=${accountId}`)).body.data
  const sessions = (await ask("GET", `/auth/sessions?accountId=${accountId}`)).body.data
  const guardians = (await ask("GET", `/auth/guardians?accountId=${accountId}`)).body.data
  const saved = (await ask("GET", `/auth/recovery-codes?accountId=${accountId}`)).body
  const recoveries = (await ask("GET", `/auth/recoveries?accountId=${accountId}`)).body.data
  const customer = (await ask("GET", `/customers/${account.customerId}`)).body
  return {
    credentials: credentials.map(({ type }: { readonly type: string }) => type).sort(),
    isRenamed: credentials.map(({ nickname }: { readonly nickname: string }) => nickname).includes("Work phone"),
    guardians: guardians?.length,
    codes: saved.left,
    areCodesNew: Date.parse(saved.createdAt) === world.at(),
    recoveries: recoveries?.map(({ status }: { readonly status: string }) => status),
    sessions: sessions.length,
    email: customer.email,
    pendingEmail: customer.pendingEmail?.email,
    isPrivate: account.privateEnabled
  }
}

const BEFORE = {
  credentials: ["EMAIL_OTP", "OAUTH", "PASSKEY"],
  isRenamed: false,
  guardians: 1,
  codes: 10,
  areCodesNew: false,
  recoveries: ["READY"],
  sessions: 2,
  email: "ada@example.com",
  pendingEmail: undefined,
  isPrivate: false
}

/** The state of the lists afterwards. An export changes no list, so it is repeated. */
const AFTER: Readonly<Record<(typeof SIGNED)[number], object>> = {
  "add OAUTH": { credentials: ["EMAIL_OTP", "OAUTH", "OAUTH", "PASSKEY"] },
  "add PASSKEY": { credentials: ["EMAIL_OTP", "OAUTH", "PASSKEY", "PASSKEY"] },
  "revoke credential": { credentials: ["EMAIL_OTP", "PASSKEY"], sessions: 1 },
  "revoke session": { sessions: 1 },
  refresh: { sessions: 3 },
  "verify EMAIL_OTP": { sessions: 3 },
  "change e-mail": { email: "new@example.com" },
  export: {},
  privacy: { isPrivate: true },
  "delete customer": { credentials: [], sessions: 0, guardians: 0, codes: 0 },
  rename: { isRenamed: true },
  "make saved codes": { areCodesNew: true },
  "add guardian": { guardians: 2 },
  "remove guardian": { guardians: 0 },
  "cancel recovery": { recoveries: ["CANCELLED"] }
}

it.each(SIGNED)(
  "R13: the response to %s is lost: it is applied once, the lists show it, and its owner can continue",
  async (name) => {
    const call = (await signedCallsOf(world, callers.a)).find((each) => each.name === name)
    if (call === undefined) throw new Error(`there is no ${name}`)
    world.pass(1)
    const { body: challenge } = await send(call)
    const accountId = String(JSON.parse(challenge.payloadToSign).organizationId)
    expect(await readOf(accountId)).toEqual(BEFORE)
    const headers = retryHeaders(challenge, call.keys)
    // This response is dropped.
    await send(call, headers)
    const retried = await send(call, headers)
    expect([retried.status, retried.body.reason]).toEqual([401, "Request id already used"])
    expect(await readOf(accountId)).toEqual({ ...BEFORE, ...AFTER[name] })

    // A deleted customer cannot sign in again.
    if (name === "delete customer") return
    // Lost data that is delivered once can be requested again by a new login.
    const [{ id }] = (await ask("GET", `/auth/credentials?accountId=${accountId}`)).body.data.filter(
      ({ type }: { readonly type: string }) => type === "EMAIL_OTP"
    )
    const fresh = await session(world, callers.a, id)
    expect(fresh.done.status).toBe(200)
    const exporting = { name, method: "POST", path: `/internal-accounts/${accountId}/export`, keys: fresh.keys }
    const requested = { ...exporting, body: { clientPublicKey: clientKey().hex } }
    const exported = await send(requested, retryHeaders((await send(requested)).body, fresh.keys))
    expect(exported.status).toBe(200)
  }
)
