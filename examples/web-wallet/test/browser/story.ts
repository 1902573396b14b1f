import { browser } from "@countersign/harness/browser/chromium"
import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest"
import { startPage } from "./opened.ts"

type Started = Awaited<ReturnType<typeof startPage>>

/** A page for each test of a file, in a new browser profile, with an API stub that accepts every account. */
export const stories = () => {
  const chromium = browser()
  let started: Started
  let on: Awaited<ReturnType<Started["open"]>>
  beforeAll(async () => {
    started = await startPage(chromium())
  })
  afterAll(() => started?.close())
  beforeEach(async () => {
    const { answers, bodies, queries } = started.server
    bodies.length = 0
    queries.length = 0
    answers.discoveries = async () => ({ status: 200, body: { data: BANKS } })
    answers.account = async () => ADDED
    on = await started.open()
  })
  afterEach(async () => {
    expect(on.faults).toEqual([])
    await on.close()
  })
  return {
    page: () => on,
    server: () => started.server,
    /** Submits and expects exactly one added account. Returns the request that reached the API. */
    sent: async () => {
      await on.press("send")
      expect(await on.added()).toEqual(ADDED.body)
      const [{ customerId, ...body } = {}, ...others] = started.server.bodies
      expect([customerId, others]).toEqual([expect.stringMatching(/^Customer:/u), []])
      return body
    }
  }
}

/** The response of the API to a new account. */
export const ADDED = { status: 201, body: { id: "ExternalAccount:0001", status: "PENDING" } }

/** Path prefixes of the fields of an account, of its beneficiary, and of the beneficiary's address. */
export const INFO = "accountInfo"
export const WHO = "accountInfo.beneficiary"
export const HOME = "accountInfo.beneficiary.address"

const BANKS = [
  { bankName: "BDO UNIBANK, INC.", displayName: "BDO Unibank", country: "PH", currency: "PHP" },
  { bankName: "GCASH", displayName: "GCash", country: "PH", currency: "PHP" }
]
