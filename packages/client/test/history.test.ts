import { describe, expect, it } from "vitest"
import { UnexpectedAnswerError } from "../src/index.ts"
import { clientAnswered, clientOf, json, rejection } from "./service.ts"

const accountId = "InternalAccount:0199d000-0000-7000-8000-000000000000"
const entry = {
  id: "Request:0199d000-0000-7000-8000-000000000000",
  at: "2025-10-13T08:00:00.000Z",
  type: "PAYMENT_SIGNED",
  actor: "END_USER",
  details: { payee: "Ada Lovelace", sent: { amount: 25_000_000, currency: "USDC" } }
}

describe("the history of an account", () => {
  it("is read by page, with the position that the server returned", async () => {
    const urls: Array<string> = []
    const serve: typeof fetch = async (url) => {
      urls.push(String(url))
      return json(200, { data: [entry], hasMore: true, nextCursor: "a=&b" })
    }
    const { history } = clientOf({ fetch: serve })
    const { nextCursor } = await history.list(accountId)
    expect(await history.list(accountId, { cursor: nextCursor, limit: 5 })).toMatchObject({ data: [entry] })
    expect(urls.map((url) => url.replace(/^.*activity/u, ""))).toEqual([
      `?accountId=${accountId}`,
      `?accountId=${accountId}&cursor=a%3D%26b&limit=5`
    ])
  })

  it("throws when an entry is not an activity, or the account is missing", async () => {
    const { history } = clientAnswered(() => json(200, { data: [{ ...entry, at: "today" }], hasMore: false }))
    expect(await rejection(history.list(accountId))).toBeInstanceOf(UnexpectedAnswerError)
    expect(await rejection(history.list(""))).toEqual(new TypeError("accountId is missing"))
  })
})
