import {
  type ActiveSession,
  type ExecutedQuote,
  type ExecuteQuote,
  NotConfirmedError,
  QuoteNotSignedError,
  type SignedTerms,
  TermsDifferError
} from "@countersign/client"
import { beforeEach, describe, expect, it, vi } from "vitest"
import { SignedOutError } from "../src/index.ts"
import { signedCallFlow } from "../src/signedCall/signedCallFlow.ts"
import { accountId, clientWith, deferred, opened, refusal } from "./fakes.ts"
import { quote, terms } from "./quote.ts"

const PAID: ExecutedQuote = { id: quote.id, status: "COMPLETED", transactionId: "Transaction:1" }
const session = await opened()

const flowWith = (client: Parameters<typeof clientWith>[0], signer: () => ActiveSession = () => session) => {
  const onFailure = vi.fn()
  const flow = signedCallFlow({ client: clientWith(client), session: signer, onFailure })
  return { flow, onFailure, status: () => flow.state().status }
}

describe("a payment", () => {
  it("shows the terms of the payload before anything is signed", () => {
    const { flow } = flowWith({})
    flow.pay(quote)
    expect(flow.state()).toEqual({ status: "review", quote, terms })
  })

  it("signs exactly the terms that were shown", async () => {
    const executeQuote = vi.fn<ExecuteQuote>(async (_, { confirm, signer }) => {
      expect(signer).toBe(session)
      expect(await confirm(structuredClone(terms))).toBe(true)
      expect(await confirm({ ...terms, payee: "Mallory" })).toBe(false)
      return PAID
    })
    const { flow } = flowWith({ executeQuote })
    flow.pay(quote)
    expect(await flow.approve()).toBe(PAID)
    expect(flow.state()).toEqual({ status: "done", result: PAID, terms })
  })

  it("is executed once, however often it is approved", async () => {
    const answer = deferred<ExecutedQuote>()
    const executeQuote = vi.fn(() => answer.promise)
    const { flow, status } = flowWith({ executeQuote })
    flow.pay(quote)
    const paid = flow.approve()
    expect(await flow.approve()).toBeUndefined()
    flow.decline()
    flow.pay(quote)
    expect(status()).toBe("signing")
    answer.resolve(PAID)
    expect(await paid).toBe(PAID)
    expect(await flow.approve()).toBeUndefined()
    expect(executeQuote).toHaveBeenCalledOnce()
  })

  it("is not signed after it was declined", async () => {
    const { flow, status } = flowWith({})
    flow.pay(quote)
    flow.decline()
    expect([status(), await flow.approve()]).toEqual(["idle", undefined])
  })

  it("fails before a review when the client would not sign its quote", () => {
    const { flow } = flowWith({})
    flow.pay({ ...quote, totalSendingAmount: 1 })
    const state = flow.state()
    expect(state.status === "failed" && state.error).toBeInstanceOf(QuoteNotSignedError)
  })

  it("fails with the terms and the error when the server refuses, and verifies the session", async () => {
    const error = refusal(403, "STEP_UP_REQUIRED")
    const { flow, onFailure } = flowWith({ executeQuote: () => Promise.reject(error) })
    flow.pay(quote)
    expect(await flow.approve()).toBeUndefined()
    expect(flow.state()).toEqual({ status: "failed", error, terms })
    expect(onFailure).toHaveBeenCalledOnce()
    flow.reset()
    expect(flow.state()).toEqual({ status: "idle" })
  })
})

describe("another signed call (GA23)", () => {
  const own = { method: "POST", path: "/payouts", read: (body: unknown) => JSON.stringify(body) }
  const shown: SignedTerms = {
    operation: "Host/CreatePayout",
    activity: "ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2",
    accountId,
    method: "POST",
    path: "/payouts",
    values: { amount: 500, payee: "GB33" },
    expiresAt: 1_760_342_700_000,
    mode: "sandbox",
    platformId: "alpha"
  }
  const signed: Array<unknown> = []
  /** A client that requires a review as the real one does, and records its signatures. */
  const signedRetry = vi.fn(async ({ confirm, read }) => {
    await Promise.resolve()
    if ((await confirm(shown)) !== true) throw new NotConfirmedError()
    signed.push(shown)
    return read({ ok: true })
  })
  beforeEach(() => {
    signed.length = 0
    signedRetry.mockClear()
  })

  it("shows the decoded terms, and is signed by the session only after the end user has approved them", async () => {
    const { flow, status } = flowWith({ signedRetry })
    const result = flow.call({ ...own, expects: shown.values })
    await expect.poll(() => flow.state()).toEqual({ status: "review", terms: shown })
    expect([signed, signedRetry.mock.calls[0]?.[0]]).toMatchObject([
      [],
      { method: "POST", path: "/payouts", signer: session, expects: shown.values }
    ])
    expect(await flow.approve()).toBeUndefined()
    expect([await result, flow.state()]).toEqual([
      '{"ok":true}',
      { status: "done", result: '{"ok":true}', terms: shown }
    ])
    expect(await flow.approve()).toBeUndefined()
    expect([signed.length, status()]).toEqual([1, "done"])
  })

  it.each(["decline", "reset"] as const)("signs nothing after %s", async (leave) => {
    const { flow, onFailure, status } = flowWith({ signedRetry })
    const result = flow.call(own)
    await expect.poll(() => status()).toBe("review")
    flow[leave]()
    expect([await result, status(), signed, onFailure.mock.calls]).toEqual([undefined, "idle", [], []])
    expect(await flow.approve()).toBeUndefined()
    expect([status(), signed]).toEqual(["idle", []])
  })

  it("ends the review of a call when another is started, and changes its state no more", async () => {
    const { flow, status } = flowWith({ signedRetry })
    const first = flow.call(own)
    await expect.poll(() => status()).toBe("review")
    flow.pay(quote)
    expect([await first, flow.state(), signed]).toEqual([undefined, { status: "review", quote, terms }, []])
    const [second, third] = [flow.call(own), flow.call(own)]
    expect(await third).toBeUndefined()
    await expect.poll(() => status()).toBe("review")
    await flow.approve()
    expect([await second, signed.length]).toEqual(['{"ok":true}', 1])
  })

  it("asks no further review for a call that was left", async () => {
    const { flow, status } = flowWith({})
    const asked: Array<boolean> = []
    const left = flow.run(async ({ confirm }) => {
      asked.push(await confirm(shown))
      asked.push(await confirm(shown))
    })
    await expect.poll(() => status()).toBe("review")
    flow.decline()
    await left
    expect([asked, status()]).toEqual([[false, false], "idle"])
  })

  it("reviews an operation of the client in the same way", async () => {
    const exportWallet = vi.fn(async (_, { confirm }) => {
      if ((await confirm?.(shown)) !== true) throw new NotConfirmedError()
      return { mnemonic: "legal winner" }
    })
    const { flow, status } = flowWith({})
    const client = clientWith({ exportWallet })
    const exported = flow.run((by) => client.exportWallet(accountId, by))
    await expect.poll(() => flow.state()).toEqual({ status: "review", terms: shown })
    await flow.approve()
    expect([await exported, status()]).toEqual([{ mnemonic: "legal winner" }, "done"])
    expect(exportWallet.mock.calls[0]?.[1]).toMatchObject({ signer: session })
  })

  it("fails with the error of the client when the terms differ, before a review", async () => {
    const error = new TermsDifferError({ call: "POST /payouts", status: 202 }, "the payload names another payee")
    const { flow, onFailure } = flowWith({ signedRetry: () => Promise.reject(error) })
    expect(await flow.call(own)).toBeUndefined()
    expect(flow.state()).toEqual({ status: "failed", error })
    expect(onFailure).toHaveBeenCalledOnce()
  })

  it("sends nothing without a session", async () => {
    const { flow } = flowWith({}, () => {
      throw new SignedOutError()
    })
    expect(await flow.call({ method: "POST", path: "/payouts", read: () => undefined })).toBeUndefined()
    expect(flow.state()).toEqual({ status: "failed", error: new SignedOutError() })
  })
})
