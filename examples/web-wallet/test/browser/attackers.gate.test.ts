import { browser } from "@countersign/harness/browser/chromium"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { attackerOf } from "./attacker.ts"
import { startPage } from "./opened.ts"
import { lost, owner } from "./owner.ts"

const chromium = browser()
let started: Awaited<ReturnType<typeof startPage>>
beforeAll(async () => {
  started = await startPage(chromium())
})
afterAll(() => started?.close())

const api = () => started.server.platform

/** An end user in a browser who has prepared a recovery, with a session, a payee and 100 USDC. */
const victim = async () => {
  const on = await owner(started, async (tab) => {
    await tab.go("credentials")
    await tab.page.click("[data-part=create]")
    await tab.page.click("[data-part=recovery-codes] [data-part=approve]")
    await tab.said("These codes are shown once.")
    await tab.page.click("#add-guardian-send")
    await tab.said("Grace is a guardian now")
    return (await tab.page.textContent("#owner")) ?? ""
  })
  const [customer] = (await api().customers.list({})).data.filter(({ email }) => email === on.prepared)
  const wallets = { customerId: customer?.id ?? "", type: "EMBEDDED_WALLET" } as const
  const [account] = (await api().internalAccounts.list(wallets)).data
  const accountId = account?.id ?? ""
  const [credential] = await api().credentials.list(accountId)
  const [session] = await api().sessions.list(accountId)
  const [guardian] = await api().guardians.list(accountId)
  const [payee] = (await api().externalAccounts.list({ customerId: customer?.id ?? "" })).data
  const quote = await api().quotes.create({
    source: { sourceType: "ACCOUNT", accountId },
    destination: { destinationType: "ACCOUNT", accountId: payee?.id ?? "" },
    lockedCurrencySide: "SENDING",
    lockedCurrencyAmount: 25_000_000
  })
  const ids = {
    customers: customer?.id ?? "",
    "internal-accounts": accountId,
    accounts: accountId,
    credentials: credential?.id ?? "",
    sessions: session?.id ?? "",
    guardians: guardian?.id ?? "",
    quotes: quote.id
  }
  expect(Object.entries(ids).filter(([, id]) => id === "")).toEqual([])
  return { on, ids, accountId }
}

/** Describes what only the end user may change. An operator suspends, and so `status` and sessions may differ. */
const belongings = async ({ customers, "internal-accounts": accountId }: Victim["ids"]) => {
  const [customer, account, credentials, guardians, recoveries] = await Promise.all([
    api().customers.read(customers),
    api().internalAccounts.read(accountId),
    api().credentials.list(accountId),
    api().guardians.list(accountId),
    api().recoveries.list(accountId)
  ])
  return {
    email: customer.email,
    balance: account.balance.amount,
    credentials: credentials.map(({ id }) => id),
    guardians,
    recovered: recoveries.filter(({ status }) => status === "COMPLETED"),
    codes: await api().recoveries.codesLeft(accountId)
  }
}

const recoveryOf = async (accountId: string) => {
  const [recovery] = (await api().recoveries.list(accountId)).filter(({ method }) => method === "OPERATOR")
  if (recovery === undefined) throw new Error("The attacker started a recovery")
  return recovery
}

type Victim = Awaited<ReturnType<typeof victim>>

/** Nothing of the end user was taken. After support resumes the passkey, it signs in. */
const isStillHers = async (on: Victim["on"], ids: Victim["ids"], before: Awaited<ReturnType<typeof belongings>>) => {
  expect(await belongings(ids)).toEqual(before)
  expect(await api().sessions.list(ids.accounts)).toEqual([])
  await api().operators.resumeCredential(ids.credentials, BECAUSE)
  await on.reload()
  await on.signInByPasskey()
  expect(on.faults).toEqual([])
  await on.page.context().close()
}

const BECAUSE = { actor: "Mallory", reason: "Asked by the customer" }
const GUESS = "ABCDEFGHJKLMN"

/**
 * The calls that only a key of the end user executes. A customer with money is not deleted, and the last credential is
 * not removed, by any key.
 */
const SIGNED = [
  "PATCH /customers/{id}",
  "PATCH /internal-accounts/{id}",
  "POST /internal-accounts/{id}/export",
  "POST /quotes/{id}/execute",
  "POST /auth/credentials",
  "PATCH /auth/credentials/{id}",
  "POST /auth/credentials/{id}/verify",
  "DELETE /auth/sessions/{id}",
  "POST /auth/sessions/{id}/refresh",
  "POST /auth/sessions/revoke-others",
  "POST /auth/guardians",
  "DELETE /auth/guardians/{id}",
  "POST /auth/guardians/{id}/start-recovery",
  "POST /auth/recovery-codes"
]

describe("RC12 S13 I18: an attacker is not in", () => {
  it("with an API token of every scope, which starts each recovery and waits, but has no code", async () => {
    const { accountId, ids, on } = await victim()
    const before = await belongings(ids)
    const attacker = await attackerOf(started.server, ["VIEW", "TRANSACT", "MANAGE", "OPERATE"])
    const outcomes = await attacker.tryAll(ids)
    for (const refused of SIGNED) expect(outcomes).toContainEqual({ call: refused, status: 401 })
    await attacker.call("POST", `/operator/accounts/${accountId}/resume`, BECAUSE)
    const saved = (await attacker.call("POST", "/auth/recoveries", { accountId, method: "SAVED_CODE" })).body
    expect((await attacker.complete(saved, accountId, GUESS)).body.reason).toBe("Invalid code")
    const { id } = await recoveryOf(accountId)
    await started.server.advance("3 days")
    const mailed = await attacker.call("POST", `/auth/recoveries/${id}/challenge`)
    expect([mailed.status, JSON.stringify(mailed.body).includes("000000")]).toEqual([200, false])
    expect((await attacker.complete(mailed.body, accountId, GUESS)).body.reason).toBe("Invalid code")
    await isStillHers(on, ids, before)
  })

  it("with an operator's token, which also starts a recovery and waits", async () => {
    const { accountId, ids, on } = await victim()
    const before = await belongings(ids)
    const attacker = await attackerOf(started.server, ["VIEW", "OPERATE"])
    const outcomes = await attacker.tryAll(ids)
    for (const refused of SIGNED) expect(outcomes).toContainEqual({ call: refused, status: 403 })
    await attacker.call("POST", `/operator/accounts/${accountId}/resume`, BECAUSE)
    const { id } = await recoveryOf(accountId)
    await started.server.advance("3 days")
    expect((await attacker.call("POST", `/auth/recoveries/${id}/challenge`)).status).toBe(403)
    await isStillHers(on, ids, before)
  })

  it("with the mailbox, and the platform's own sign-in that it resets, in a browser", async () => {
    const { accountId, ids, on } = await victim()
    const before = await belongings(ids)
    const mallory = await lost(started, on)
    const sessions = await api().sessions.list(accountId)
    await mallory.page.fill("#saved-code", "000000")
    await mallory.page.click("#by-code-send")
    await mallory.said("The code is wrong, or was used before.")
    await mallory.another()
    await expect
      .poll(() => mallory.page.locator("[data-part=option]").allTextContents())
      .toEqual(["Use a passkey This device"])
    expect(await mallory.page.isVisible("#open-recoveries")).toBe(false)
    await mallory.go("pay")
    await mallory.page.click("#ask-send")
    await mallory.page.waitForSelector("#agree")
    await mallory.page.click("[data-part=approve]")
    await mallory.said("This action requires your signature. Sign in first.")
    await mallory.go("credentials")
    for (const part of ["create", "passkey-submit", "remove", "rename"])
      expect(await mallory.page.locator(`#pane-credentials [data-part=${part}]`).count()).toBe(0)
    for (const button of ["#add-guardian-send", "#add-openid", "#add-email"]) {
      await mallory.page.click(button)
      await mallory.said("This action requires your signature. Sign in first.")
    }
    expect(await belongings(ids)).toEqual(before)
    expect(await api().sessions.list(accountId)).toEqual(sessions)
    await mallory.page.context().close()
  })
})
