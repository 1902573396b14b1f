import { clientKey } from "@countersign/harness/fixtures"
import {
  type Answer,
  answerOf,
  answerTo,
  type Caller,
  callers,
  customerOf,
  keyPair,
  makeWorld,
  requestOf,
  retryHeaders,
  START,
  sealed,
  keys as serviceKeys,
  tokenOptions,
  UNLIMITED,
  type World
} from "@countersign/harness/world"
import { memoryStore } from "@countersign/memory"
import { Context, Effect, Layer, Redacted } from "effect"
import { afterAll, afterEach, describe, expect, it, vi } from "vitest"
import { layer, Modes, makeWebHandler, Secrets } from "../src/effect.ts"

const world = makeWorld()
afterAll(() => world.countersign.close())
afterEach(() => {
  vi.unstubAllEnvs()
})

describe("B2: a production token", () => {
  const cases: ReadonlyArray<
    readonly [
      string,
      { readonly query?: string; readonly headers?: Record<string, string>; readonly env?: readonly [string, string] }
    ]
  > = [
    ["a query", { query: "?mode=sandbox" }],
    ["a header named mode", { headers: { mode: "sandbox" } }],
    [
      "a header of its own",
      { headers: { "x-mode": "sandbox", "x-countersign-mode": "sandbox", "sandbox-fault": "rate-limit" } }
    ],
    ["NODE_ENV", { env: ["NODE_ENV", "test"] }],
    ["another variable", { env: ["COUNTERSIGN_MODE", "sandbox"] }],
    ["a forwarded host", { headers: { "x-forwarded-host": "sandbox.example" } }]
  ]

  it.each(cases)("does not select the sandbox because of %s", async (_, { env, headers = {}, query = "" }) => {
    if (env !== undefined) vi.stubEnv(...env)
    const { accountId, credentialId } = await world.customer(callers.live)
    const { body } = await answerTo(world, callers.live, credentialId, "000000", keyPair())
    const path = `/auth/credentials/${credentialId}/verify${query}`
    const wrong = await world.call(callers.live, "POST", path, { body, headers })
    expect([wrong.status, wrong.body.reason]).toEqual([401, "Invalid OTP code"])
    const fund = `/sandbox/internal-accounts/${accountId}/fund${query}`
    expect((await world.call(callers.live, "POST", fund, { body: { amount: 1 }, headers })).status).toBe(404)
  })

  it("does not select the sandbox because of a body", async () => {
    const { credentialId } = await world.customer(callers.live)
    const { body } = await answerTo(world, callers.live, credentialId, "000000", keyPair())
    const path = `/auth/credentials/${credentialId}/verify`
    expect((await world.call(callers.live, "POST", path, { body: { ...body, mode: "sandbox" } })).status).toBe(400)
  })
})

it("B4: a production code that happens to be 000000 is valid like any other", async () => {
  const letters: Array<string> = []
  const options = {
    tokens: tokenOptions,
    keys: serviceKeys,
    mailer: { sendCode: async ({ code }: { readonly code: string }) => void letters.push(code) },
    store: memoryStore,
    policy: { challengesPerCredential: UNLIMITED, challengesPerAddress: UNLIMITED },
    now: () => START
  }
  await Effect.runPromise(
    Effect.scoped(
      Effect.gen(function* () {
        const context = yield* Layer.build(layer(options))
        const { production } = Context.get(context, Modes)
        if (production === undefined) throw new Error("production is not there")
        const zeros = Secrets.of({
          bytes: Context.get(production, Secrets).bytes,
          code: () => Effect.succeed(Redacted.make("000000"))
        })
        const modes = Modes.of({ production: Context.add(production, Secrets, zeros) })
        const { close, handler } = makeWebHandler(Context.add(context, Modes, modes))
        const call: World["call"] = async (...requested) =>
          answerOf(await handler(requestOf("http://countersign.test", ...requested)))
        yield* Effect.promise(async () => {
          const { credentialId } = await customerOf(call, callers.live)
          const here: World = {
            call,
            at: () => START,
            countersign: world.countersign,
            customer: (caller, email) => customerOf(call, caller, email)
          }
          const wrong = await answerTo(here, callers.live, credentialId, "000001", keyPair())
          const path = `/auth/credentials/${credentialId}/verify`
          expect((await call(callers.live, "POST", path, { body: wrong.body })).status).toBe(401)
          const right = await answerTo(here, callers.live, credentialId, "000000", keyPair())
          expect((await call(callers.live, "POST", path, { body: right.body })).status).toBe(202)
          await close()
        })
      })
    )
  )
})

describe("B6: without a magic value", () => {
  /** A sequence of attacks, each on a fresh challenge, with their responses. */
  const attacks = async (caller: Caller): Promise<ReadonlyArray<readonly [string, number, unknown]>> => {
    const email = `b6-${caller.token}@example.com`
    const { accountId, credentialId } = await world.customer(caller, email)
    const code = async () => {
      if (caller === callers.a) return "000000"
      const letter = () => world.letters.findLast(({ to }) => to === email)
      await expect.poll(letter).toBeDefined()
      return letter()?.code ?? ""
    }
    const keys = keyPair()
    const challenge = await world.call(caller, "POST", `/auth/credentials/${credentialId}/challenge`)
    const bundle = String(challenge.body.otpEncryptionTargetBundle)
    const answer = { type: "EMAIL_OTP", encryptedOtpBundle: await sealed(world, bundle, await code(), keys.publicKey) }
    const verify = `/auth/credentials/${credentialId}/verify`
    const firstLeg = await world.call(caller, "POST", verify, { body: answer })
    const done = await world.call(caller, "POST", verify, { body: answer, headers: retryHeaders(firstLeg.body, keys) })
    const reported: Array<readonly [string, number, unknown]> = [["login", done.status, ""]]
    const note = (name: string, { body, status }: Answer) =>
      reported.push([name, status, body?.details?.check ?? body?.code ?? ""])
    const replayed = { body: answer, headers: retryHeaders(firstLeg.body, keys) }
    note("login replayed", await world.call(caller, "POST", verify, replayed))

    const path = `/auth/sessions/${done.body.id}/refresh`
    const body = { clientPublicKey: clientKey().hex }
    const begin = async () => (await world.call(caller, "POST", path, { body })).body
    const retry = (headers: Record<string, string>, other: unknown = body) =>
      world.call(caller, "POST", path, { body: other, headers })
    const whole = async () => retryHeaders(await begin(), keys)
    const { "request-id": id, "service-wallet-signature": stamp } = await whole()
    note("only the stamp", await retry({ "service-wallet-signature": stamp }))
    note("only the request id", await retry({ "request-id": id }))
    note("neither stamp nor request id", await retry({ "request-id": id, "service-wallet-signature": "x" }))
    note("an unrelated key", await retry(retryHeaders(await begin(), keyPair())))
    note("another payload", await retry({ ...(await whole()), "service-wallet-signature": stamp }))
    note("another body", await retry(await whole(), { clientPublicKey: clientKey().hex }))
    const unknown = "Request:019ca945-0a00-7e7e-9254-70baa2fd4251"
    note("an unknown id", await retry({ ...(await whole()), "request-id": unknown }))
    note("a request id of another call", await retry({ ...(await whole()), "request-id": firstLeg.body.requestId }))
    const passkey = { type: "PASSKEY", accountId, nickname: "x", challenge: "x" }
    const attestation = { credentialId: "x", clientDataJson: "x", attestationObject: "x", transports: [] }
    note("no passkey", await world.call(caller, "POST", "/auth/credentials", { body: { ...passkey, attestation } }))
    note("the last credential", await world.call(caller, "DELETE", `/auth/credentials/${credentialId}`))
    return reported
  }

  it("the sandbox answers each attack as production does", async () => {
    const [sandbox, production] = [await attacks(callers.a), await attacks(callers.live)]
    expect(sandbox).toEqual(production)
    expect(new Set(sandbox.map(([, status]) => status))).toEqual(new Set([200, 400, 401]))
  })
})
