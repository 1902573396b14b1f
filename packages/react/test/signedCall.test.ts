import { type ActiveSession, type ExecutedQuote, type ExecuteQuote, QuoteNotSignedError } from "@countersign/client"
import { describe, expect, it, vi } from "vitest"
import { SignedOutError } from "../src/index.ts"
import { signedCallFlow } from "../src/signedCall/signedCallFlow.ts"
import { clientWith, deferred, opened, refusal } from "./fakes.ts"
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

describe("another signed call", () => {
  it("is signed by the session, and resolves to its result", async () => {
    const signedRetry = vi.fn(async ({ read }) => read({ ok: true }))
    const { flow } = flowWith({ signedRetry })
    const result = await flow.call({ method: "POST", path: "/payouts", read: (body) => JSON.stringify(body) })
    expect([result, flow.state()]).toEqual(['{"ok":true}', { status: "done", result: '{"ok":true}' }])
    expect(signedRetry.mock.calls[0]?.[0]).toMatchObject({ method: "POST", path: "/payouts", signer: session })
  })

  it("sends nothing without a session", async () => {
    const { flow } = flowWith({}, () => {
      throw new SignedOutError()
    })
    expect(await flow.call({ method: "POST", path: "/payouts", read: () => undefined })).toBeUndefined()
    expect(flow.state()).toEqual({ status: "failed", error: new SignedOutError() })
  })
})
