import { createHmac, timingSafeEqual } from "node:crypto"
import {
  type Countersign,
  CountersignError,
  type PaymentAnswer,
  type PaymentInstruction,
  type PaymentRailsOptions
} from "countersign"
import type { RequestHandler } from "express"

export interface BankAccess {
  readonly url: string
  /** Shared with the bank, which signs its reports with it. */
  readonly secret: string
}

/** Payment rails over the bank of this example. It pays in the currency of the account, for a fee of 25 cents. */
export const bankRails = ({ url }: Pick<BankAccess, "url">): PaymentRailsOptions => ({
  price: async ({ from, to }) => (from === to ? { rate: "1", fixedFee: 25 } : undefined),
  // Where a payer sends the money that a quote waits for. The bank passes the reference on.
  instructions: async ({ currency, reference }) => [{ accountNumber: "000111222333", currency, reference }],
  send: async (instruction: PaymentInstruction): Promise<PaymentAnswer> => {
    const answer = await fetch(`${url}/payments`, {
      method: "POST",
      // The same order pays once.
      headers: { "content-type": "application/json", "idempotency-key": instruction.id },
      body: JSON.stringify(instruction),
      signal: AbortSignal.timeout(5000)
    })
    if (answer.status === 422) return { outcome: "rejected", reason: "ACCOUNT_INVALID" }
    // Unknown: the order is sent again under its id.
    if (!answer.ok) throw new Error(`the bank answered ${answer.status}`)
    const { reference } = await answer.json()
    return { outcome: "accepted", reference }
  },
  status: async ({ id, reference }): Promise<PaymentAnswer> => {
    const answer = await fetch(`${url}/payments/${encodeURIComponent(id)}`, { signal: AbortSignal.timeout(5000) })
    if (!answer.ok) throw new Error(`the bank answered ${answer.status}`)
    const { events } = await answer.json()
    const outcomes = new Set(events.map(({ outcome }: { readonly outcome: string }) => outcome))
    if (outcomes.has("SETTLED")) return { outcome: "settled" }
    return outcomes.has("FAILED")
      ? { outcome: "rejected", reason: "COUNTERPARTY_POST_TX_FAILED" }
      : { outcome: "accepted", reference }
  }
})

/** The route to which the bank reports. It answers 204 when the report is recorded, so that the bank repeats all others. */
export const bankReports =
  ({ secret }: Pick<BankAccess, "secret">, { api }: Pick<Countersign, "api">): RequestHandler =>
  async (request, response) => {
    const body: unknown = request.body
    if (typeof body !== "string" || !isOfBank(body, request.get("bank-signature") ?? "", secret)) {
      return void response.sendStatus(401)
    }
    const { id, outcome, payment, platformId } = JSON.parse(body)
    try {
      await api.in({ platformId, mode: "production" }).transactions.report(payment, { event: id, outcome })
      response.sendStatus(204)
    } catch (error) {
      if (!(error instanceof CountersignError)) throw error
      response.status(error.status).json({ code: error.code, reason: error.reason })
    }
  }

/** A report moves money in the ledger, so it is of the bank, and of the last five minutes. */
const isOfBank = (body: string, header: string, secret: string): boolean => {
  const [time = "", hex = ""] = header.split(".")
  const signature = Buffer.from(hex, "hex")
  const expected = createHmac("sha256", secret).update(`${time}.${body}`).digest()
  const isRecent = Math.abs(Date.now() / 1000 - Number(time)) < 300
  return isRecent && signature.length === expected.length && timingSafeEqual(signature, expected)
}
