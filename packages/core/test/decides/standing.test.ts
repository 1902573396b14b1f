import { Result } from "effect"
import { describe, expect, it } from "vitest"
import type { AccountState } from "../../src/model/accountState.ts"
import { requireStanding } from "../../src/things/access/rules/authority.ts"
import { T } from "../given.ts"

const HELD: AccountState = { status: "ACTIVE", heldUntil: T + 1 }
const SUSPENDED: AccountState = { status: "FROZEN" }

const refusalOf = (name: string, account: AccountState) =>
  Result.match(requireStanding({ name }, [{ value: account }], T), {
    onFailure: ({ _tag }) => _tag,
    onSuccess: () => "allowed"
  })

describe("an operation on a wallet", () => {
  it.each([
    "AddCredential",
    "AddGuardian",
    "ConfirmCredential",
    "CreateRecoveryCodes",
    "DeleteCustomer",
    "ExecuteQuote",
    "ExportWallet",
    "ProveEmail",
    "RemoveGuardian",
    "RenameCredential",
    "RevokeCredential",
    "UpdateAccount",
    "UpdateCustomer"
  ])("RC4 AD10: %s is refused while a recovery holds it, and while an operator has it suspended", (name) => {
    expect([refusalOf(name, HELD), refusalOf(name, SUSPENDED)]).toEqual(["AccountHeld", "AccountSuspended"])
  })

  it.each(["CompleteRecovery", "RefreshSession", "StartRecovery", "VerifyCredential"])(
    "RC4 AD10: %s is allowed while a recovery holds it, and refused while an operator has it suspended",
    (name) => {
      expect([refusalOf(name, HELD), refusalOf(name, SUSPENDED)]).toEqual(["allowed", "AccountSuspended"])
    }
  )

  it.each(["CancelRecovery", "RevokeOtherSessions", "RevokeSession"])(
    "RC4 AD10: %s is an objection, and always allowed",
    (name) => {
      expect([refusalOf(name, HELD), refusalOf(name, SUSPENDED)]).toEqual(["allowed", "allowed"])
    }
  )

  it("is refused if one of several wallets is held, and an absent one refuses nothing", () => {
    expect(
      Result.isFailure(
        requireStanding({ name: "UpdateCustomer" }, [{ value: { status: "ACTIVE" } }, { value: HELD }], T)
      )
    ).toBe(true)
    expect(Result.isSuccess(requireStanding({ name: "UpdateCustomer" }, [undefined], T))).toBe(true)
  })
})
