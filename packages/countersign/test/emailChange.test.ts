import { proveEmail, signed } from "@countersign/harness/fixtures"
import { liveWorld } from "@countersign/harness/recovery/live"
import { type Answer, callers, keys, makeWorld, retryHeaders, session, tokenOptions } from "@countersign/harness/world"
import { makeMemoryStore } from "@countersign/memory"
import { Effect, Layer, Logger } from "effect"
import { afterAll, expect, it, vi } from "vitest"
import { defaultPolicy, Store } from "../src/effect.ts"
import { type CountersignOptions, examineOptions } from "../src/index.ts"
import { startWarnings } from "../src/startWarnings.ts"
import { trackWork } from "../src/workers.ts"

const { noticeTo, owner, world } = await liveWorld()
afterAll(() => world.countersign.close())

const { emailUndoWindow } = defaultPolicy
type Of = { readonly customerId: string; readonly keys: Parameters<typeof signed>[2] }
const change = ({ customerId, keys }: Of, email: string) =>
  signed(world, callers.live, keys, { method: "PATCH", path: `/customers/${customerId}`, body: { email } })
const undo = ({ customerId }: Of, undoToken: string | undefined) =>
  world.call(callers.live, "POST", `/customers/${customerId}/email/undo`, { body: { undoToken } })
const limit = async (limits: object | null) => {
  const { revision } = (await world.call(callers.live, "GET", "/platform/settings")).body
  const body = { revision, limits }
  expect((await world.call(callers.live, "PATCH", "/platform/settings", { body })).status).toBe(200)
}
const addressesOf = async ({ accountId, customerId }: { readonly accountId: string; readonly customerId: string }) => {
  const { data } = (await world.call(callers.live, "GET", `/auth/credentials?accountId=${accountId}`)).body
  return [
    (await world.call(callers.live, "GET", `/customers/${customerId}`)).body.email,
    ...data.map(({ nickname }: { readonly nickname: string }) => nickname)
  ]
}

it("GC1 AD5 AD7 AD12: without a proof the old address is notified at once, and undoes the change until the window ends, to the millisecond", async () => {
  const [early, late] = [await owner(), await owner()]
  const done: Array<Answer> = []
  for (const each of [early, late]) done.push(await change(each, `new-${each.email}`))
  expect(done.map(({ body, status }) => [status, body.email, body.pendingEmail])).toEqual([
    [200, `new-${early.email}`, undefined],
    [200, `new-${late.email}`, undefined]
  ])
  expect(await addressesOf(early)).toEqual([`new-${early.email}`, `new-${early.email}`])
  const [first, second] = [await noticeTo(early.email, "EMAIL_CHANGED"), await noticeTo(late.email, "EMAIL_CHANGED")]
  expect(first.undo?.until).toBe(new Date(world.at() + emailUndoWindow).toISOString())
  expect(JSON.stringify(first)).not.toContain(`new-${early.email}`)
  expect((await noticeTo(`new-${early.email}`, "EMAIL_CHANGED")).undo).toBeUndefined()
  world.pass(emailUndoWindow - 1)
  const undone = await undo(early, first.undo?.token)
  expect([undone.status, undone.body.email, await addressesOf(early)]).toEqual([
    200,
    early.email,
    [early.email, early.email]
  ])
  world.pass(1)
  const refused = await undo(late, second.undo?.token)
  expect([refused.status, refused.body.reason]).toEqual([401, "Undo token is not valid"])
})

it("GC1 AD12 GS6: a platform demands the proof for itself at once, and where it stops, the next change drops what is pending", async () => {
  const ada = await owner()
  await limit({ emailChange: "proven" })
  const pending = await change(ada, "pending@example.com")
  expect([pending.body.email, pending.body.pendingEmail.email]).toEqual([ada.email, "pending@example.com"])
  await limit(null)
  // The code of the pending change is still good, unless another change takes effect.
  const done = await change(ada, "moved@example.com")
  expect([done.body.email, done.body.pendingEmail]).toEqual(["moved@example.com", undefined])
  const bundle = pending.body.pendingEmail.otpEncryptionTargetBundle
  const late = await proveEmail(world, callers.live, ada.customerId, bundle, "123456")
  expect([late.status, late.body.reason]).toEqual([404, "No pending email change"])
})

it("GC1 I22 AD10: without a proof, a suspended wallet changes no address, also if the first leg came before", async () => {
  const { accountId, credentialId, customerId } = await world.customer(callers.a)
  const { keys: own } = await session(world, callers.a, credentialId)
  const path = `/customers/${customerId}`
  const body = { email: "thief@example.com" }
  const first = await world.call(callers.a, "PATCH", path, { body })
  expect(first.status).toBe(202)
  const because = { actor: "support-7", reason: "A stolen phone" }
  const suspend = `/operator/accounts/${accountId}/suspend`
  expect((await world.call(callers.support, "POST", suspend, { body: because })).status).toBe(204)
  const reasons: Array<string> = []
  for (const headers of [{}, retryHeaders(first.body, own)])
    reasons.push((await world.call(callers.a, "PATCH", path, { body, headers })).body.reason)
  expect(reasons).toEqual(["Account is suspended", "Stamp key may not sign this request"])
  expect((await world.call(callers.a, "GET", path)).body.email).toBe("ada@example.com")
})

it("GC1 AD12: the start names the production platforms whose addresses change without a proof, and no others", async () => {
  const store = Layer.succeed(Store, Effect.runSync(makeMemoryStore))
  const platforms = async (options: Partial<CountersignOptions>) => {
    const lines: Array<string> = []
    const logger = Logger.layer([Logger.make(({ message }) => void lines.push(JSON.stringify(message)))])
    const work = trackWork({ tokens: tokenOptions, keys, mailer: silent, store, ...options })
    await Effect.runPromise(startWarnings(work.options).pipe(Effect.provide(Layer.merge(store, logger))))
    return lines.filter((line) => line.includes("policy.emailChange is immediate"))
  }
  const silent = { sendCode: async () => {} }
  const [line = "", ...others] = await platforms({})
  expect(others).toEqual([])
  expect(JSON.parse(line)[1]).toEqual({
    platforms: "production/alpha production/beta",
    undo: "none: mailer.sendNotice is absent"
  })
  const notified = await platforms({ mailer: { ...silent, sendNotice: async () => {} } })
  expect(notified.join()).toContain("by the notice to the old address")
  expect(await platforms({ policy: { emailChange: "proven" } })).toEqual([])
  expect(await platforms({ tokens: tokenOptions.filter(({ mode }) => mode === "sandbox") })).toEqual([])
  const running = makeWorld({ logs: "none", store })
  const alpha = running.countersign.api.in({ platformId: "alpha", mode: "production" })
  await alpha.settings.update({ revision: 0, limits: { emailChange: "proven" } })
  await running.countersign.close()
  expect(JSON.parse((await platforms({})).join())[1].platforms).toBe("production/beta")
})

it("GC1: a start logs that line once", async () => {
  const lines: Array<string> = []
  const log = vi.spyOn(console, "log").mockImplementation((line: string) => void lines.push(line))
  const started = makeWorld({ logs: "json" })
  const named = () => lines.filter((line) => line.includes("policy.emailChange is immediate"))
  await expect.poll(() => named().length).toBe(1)
  await started.countersign.close()
  expect(named()).toHaveLength(1)
  log.mockRestore()
})

it.each(["Proven", "", null, true])("GC1: refuses the policy emailChange %j by name", (emailChange) => {
  const options = { keys, policy: { emailChange } }
  expect(examineOptions(JSON.parse(JSON.stringify(options)))).toEqual([
    { option: "policy.emailChange", message: "policy.emailChange must be immediate or proven" }
  ])
})
