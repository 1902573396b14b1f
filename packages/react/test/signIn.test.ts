import type { ActiveSession, AuthMethod, LoginOptions } from "@countersign/client"
import { describe, expect, it, vi } from "vitest"
import { type IdentityToken, signInFlow } from "../src/signIn/signInFlow.ts"
import { clientWith, credential, deferred, opened, refusal } from "./fakes.ts"

const email = credential("EMAIL_OTP", 1)
const passkey = credential("PASSKEY", 2)
const oauth = credential("OAUTH", 3)
const WRONG = refusal(401, "UNAUTHORIZED", "Invalid OTP code")

/** Requests codes as the client does: up to three, while the code is wrong. */
const loginBy =
  (session: ActiveSession, challenged: Partial<AuthMethod> = {}) =>
  async ({ code }: LoginOptions) => {
    for (const attempt of [1, 2, 3]) {
      const given = await code({ ...email, ...challenged }, attempt)
      if (given === undefined) throw new TypeError("No code was given")
      if (given === "000000") return session
    }
    throw WRONG
  }

const flowWith = (client: Parameters<typeof clientWith>[0], identityToken?: IdentityToken) => {
  const entered: ActiveSession[] = []
  const flow = signInFlow({
    client: clientWith(client),
    identityToken: () => identityToken,
    onSession: (session) => entered.push(session)
  })
  return { flow, entered, status: () => flow.state().status }
}

describe("a sign-in by code", () => {
  it("waits for the mail, then for the code, then for the server", async () => {
    const session = await opened()
    const { entered, flow, status } = flowWith({ emailOtp: { login: loginBy(session) } })
    expect(status()).toBe("idle")
    const signedIn = flow.start(email)
    expect(flow.state()).toEqual({ status: "code", credential: email, attempt: 1, isWrong: false })
    flow.submitCode("000000")
    expect(status()).toBe("verifying")
    await signedIn
    expect([status(), entered]).toEqual(["idle", [session]])
  })

  it("FU10: stays on the prompt after a wrong code, and explains the failure after the third", async () => {
    const { entered, flow } = flowWith({ emailOtp: { login: loginBy(await opened()) } })
    const signedIn = flow.start(email)
    for (const attempt of [1, 2, 3]) {
      await expect.poll(() => flow.state()).toMatchObject({ status: "code", attempt, isWrong: attempt > 1 })
      flow.submitCode(String(attempt))
    }
    await signedIn
    expect(flow.state()).toEqual({ status: "failed", credential: email, error: WRONG })
    expect(entered).toEqual([])
  })

  it.each(["NUMERIC", "ALPHANUMERIC", undefined])(
    "knows the alphabet of the code from its challenge, also while it is verified: %s (GU7)",
    async (otpAlphabet) => {
      const challenged = otpAlphabet === undefined ? {} : { otpAlphabet }
      const { flow } = flowWith({ emailOtp: { login: loginBy(await opened(), challenged) } })
      const signedIn = flow.start(email)
      expect(flow.state()).toMatchObject({ status: "code", alphabet: otpAlphabet })
      flow.submitCode("000000")
      expect(flow.state()).toMatchObject({ status: "verifying", alphabet: otpAlphabet })
      await signedIn
    }
  )

  it("ignores an empty code, and a code that it does not wait for", async () => {
    const login = vi.fn(loginBy(await opened()))
    const { flow, status } = flowWith({ emailOtp: { login } })
    flow.submitCode("000000")
    expect(status()).toBe("idle")
    flow.start(email)
    flow.submitCode("  ")
    expect(status()).toBe("code")
  })

  it("returns to the choice when it is cancelled, and shows nothing of it later", async () => {
    const { entered, flow, status } = flowWith({ emailOtp: { login: loginBy(await opened()) } })
    const signedIn = flow.start(email)
    flow.cancel()
    await signedIn
    expect([status(), entered]).toEqual(["idle", []])
  })

  it("is replaced by another sign-in, whose prompt it does not disturb", async () => {
    const session = await opened()
    const { entered, flow } = flowWith({ emailOtp: { login: loginBy(session) } })
    const first = flow.start(email)
    const second = flow.start(email)
    await first
    expect(flow.state()).toMatchObject({ status: "code", attempt: 1 })
    flow.submitCode("000000")
    await second
    expect(entered).toEqual([session])
  })

  it.each(["replaced", "cancelled"])("opens no session when its answer arrives after it was %s", async (how) => {
    const late = deferred<ActiveSession>()
    const login = vi.fn(loginBy(await opened(2)))
    login.mockImplementationOnce(async ({ code }) => {
      await code(email, 1)
      return late.promise
    })
    const logout = vi.fn(async () => {})
    const { entered, flow } = flowWith({ emailOtp: { login }, logout })
    const first = flow.start(email)
    if (how === "cancelled") flow.cancel()
    else flow.start(email)
    const shown = flow.state()
    const session = await opened()
    late.resolve(session)
    await first
    expect([entered, flow.state()]).toEqual([[], shown])
    // Its key would otherwise stay in this browser, and the session on the server.
    expect(logout.mock.calls).toEqual([[session]])
  })

  it("shows no further prompt of a sign-in that was replaced", async () => {
    const asked: Array<string | undefined> = []
    const login = vi.fn(loginBy(await opened()))
    const twice = async ({ code }: LoginOptions) => {
      for (const attempt of [1, 2]) asked.push(await code(email, attempt))
      throw WRONG
    }
    const { flow } = flowWith({ emailOtp: { login: login.mockImplementationOnce(twice) } })
    const first = flow.start(email)
    flow.start(email)
    await first
    expect(asked).toEqual([undefined, undefined])
    expect(flow.state()).toEqual({ status: "code", credential: email, attempt: 1, isWrong: false })
  })

  it("does not start again, and is not cancelled, while the server verifies", async () => {
    const answer = deferred<ActiveSession>()
    const login = vi.fn(async ({ code }: LoginOptions) => {
      await code(email, 1)
      return answer.promise
    })
    const { flow, status } = flowWith({ emailOtp: { login } })
    const signedIn = flow.start(email)
    flow.submitCode("000000")
    await flow.start(email)
    flow.cancel()
    expect([status(), login.mock.calls.length]).toEqual(["verifying", 1])
    answer.resolve(await opened())
    await signedIn
    expect(status()).toBe("idle")
  })

  it("can be started again after a failure", async () => {
    const login = vi
      .fn()
      .mockRejectedValueOnce(refusal(429, "RATE_LIMITED"))
      .mockResolvedValueOnce(await opened())
    const { entered, flow, status } = flowWith({ emailOtp: { login } })
    await flow.start(email)
    expect(status()).toBe("failed")
    await flow.start(email)
    expect([status(), entered.length]).toEqual(["idle", 1])
  })
})

describe("a sign-in by another credential", () => {
  it("uses the passkey, once at a time", async () => {
    const answer = deferred<ActiveSession>()
    const login = vi.fn(() => answer.promise)
    const { entered, flow, status } = flowWith({ passkeys: { login, create: vi.fn(), register: vi.fn() } })
    const signedIn = flow.start(passkey)
    await flow.start(passkey)
    expect([status(), login.mock.calls]).toEqual(["waiting", [[{ credentialId: passkey.id }]]])
    answer.resolve(await opened())
    await signedIn
    expect(entered.length).toBe(1)
  })

  it("passes the nonce of the login and the credential to identityToken", async () => {
    const session = await opened()
    const identityToken = vi.fn(async () => "a.b.c")
    const login = vi.fn(async ({ token }: { readonly token: (nonce: string, key: string) => unknown }) => {
      expect(await token("nonce", "key")).toBe("a.b.c")
      return session
    })
    const { entered, flow } = flowWith({ oauth: { login } }, identityToken)
    await flow.start(oauth)
    expect(identityToken).toHaveBeenCalledWith(oauth, "nonce")
    expect(entered).toEqual([session])
  })

  it.each([oauth, credential("FUTURE")])(
    "fails with a named error where the page has no way to do it",
    async (each) => {
      const { flow } = flowWith({})
      await flow.start(each)
      expect(flow.state()).toMatchObject({
        status: "failed",
        error: new TypeError(`This page cannot sign in by ${each.type}`)
      })
    }
  )
})
