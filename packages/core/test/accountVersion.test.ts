import { describe, expect, it } from "vitest"
import { guardedByHead, touchAccount } from "../src/steps/receiptPlan.ts"
import { insert, replace, unchanged } from "../src/store/plans.ts"
import { sessions } from "../src/things/sessions/rules/Session.ts"
import { accountId, accountOf, environment, sessionOf, T } from "./given.ts"

const account = accountOf()
const other = accountOf({ nth: 2 })
const opened = insert(sessions, environment, sessionOf().value, T)

describe("I5: the version of an account", () => {
  it("is guarded and not moved beside a receipt of the account, whose chain head is the guard of its sessions", () => {
    const plan = { changes: [opened, ...touchAccount(account, T)], guards: [] }
    expect(guardedByHead(plan, accountId)).toEqual({
      changes: [opened],
      guards: [{ ...unchanged(account), isTouch: true }]
    })
  })

  it("is moved without a receipt, by a receipt of another account, and where the account itself changes", () => {
    const touched = { changes: touchAccount(other, T), guards: [] }
    expect(guardedByHead(touched, accountId)).toEqual(touched)
    const changed = { changes: [replace(account, account.value, T)], guards: [] }
    expect(guardedByHead(changed, accountId)).toEqual(changed)
  })

  it("is not touched where there is no account", () => {
    expect(touchAccount(undefined, T)).toEqual([])
  })
})
