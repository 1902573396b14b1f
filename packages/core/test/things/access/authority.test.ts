import { Result } from "effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { defaultPolicy } from "../../../src/index.ts"
import { SIGNED_OPERATIONS } from "../../../src/model/AccessOperation.ts"
import { boundBy, loginsOf, vouchedBy } from "../../../src/model/Voucher.ts"
import { AUTHORITY, authorise, authorityOf, requireStanding } from "../../../src/things/access/rules/authority.ts"
import { idOf } from "../../given.ts"

const T = 1_800_000_000_000
const tagOf = (result: Result.Result<unknown, { readonly _tag: string }>) =>
  Result.isFailure(result) ? result.failure._tag : "allowed"
const held = { status: "ACTIVE", heldUntil: T + 1 } as const
const suspended = { status: "FROZEN" } as const
const standing = (name: string, account: typeof held | typeof suspended, at = T) =>
  tagOf(requireStanding({ name }, [{ value: account }], at))

describe("I22: the table of authority", () => {
  const names = [...Object.values(SIGNED_OPERATIONS).flat(), "Host/CreatePayout", "ProveEmail", "DeleteCustomer"]
  const whileHeld = names.filter((name) => standing(name, held) === "allowed")
  const whileSuspended = names.filter((name) => standing(name, suspended) === "allowed")

  it("GA2 GA8: lets a held account refresh, end sessions and object, and nothing else", () => {
    expect(whileHeld).toEqual(["RevokeSession", "RevokeOtherSessions", "RefreshSession", "CancelRecovery"])
    expect(whileSuspended).toEqual(["RevokeSession", "RevokeOtherSessions", "CancelRecovery"])
  })

  it("GA2: refuses an operation that has no row, whatever its name", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.constantFrom("toString", "__proto__", "constructor", "Toy")), (name) => {
        fc.pre(!Object.hasOwn(AUTHORITY, name))
        expect([standing(name, held), standing(name, suspended)]).toEqual(["AccountHeld", "AccountSuspended"])
      })
    )
  })

  it("names heldUntil, and ends at the millisecond", () => {
    const refused = requireStanding({ name: "Toy" }, [undefined, { value: held }], T)
    expect(Result.isFailure(refused) && { ...refused.failure }).toMatchObject({ heldUntil: T + 1, until: T + 1, at: T })
    expect(standing("Toy", held, T + 1)).toBe("allowed")
  })

  it("refuses if any of the accounts may not", () => {
    const active = { status: "ACTIVE" } as const
    expect(tagOf(requireStanding({ name: "DeleteCustomer" }, [{ value: active }, { value: held }], T))).toBe(
      "AccountHeld"
    )
    expect(tagOf(requireStanding({ name: "DeleteCustomer" }, [{ value: active }, undefined], T))).toBe("allowed")
  })

  it("lets a host accept a held account, and no suspended one", () => {
    const own = { name: "Host/Toy", isAllowedHeld: true }
    expect(tagOf(requireStanding(own, [{ value: held }], T))).toBe("allowed")
    expect(tagOf(requireStanding(own, [{ value: suspended }], T))).toBe("AccountSuspended")
  })
})

describe("I21: an unconfirmed credential", () => {
  const email = { credentialType: "EMAIL_OTP", familySince: T - 5000, credentialId: idOf("AuthMethod") }
  const voucher = vouchedBy(email, undefined, defaultPolicy, T)
  const passkey = { credentialType: "PASSKEY", familySince: T, ...(voucher === undefined ? {} : { voucher }) }
  const policy = {
    operations: [{ operations: ["EXPORT_WALLET", "REFRESH_SESSION"], credentialTypes: ["PASSKEY"] }]
  } as const
  const may = (name: string, at: number) => tagOf(authorise({ name }, [], [{ value: passkey }], policy, at))
  const until = T + defaultPolicy.credentialConfirmation

  it("GA3: satisfies a rule only if its own login and each that vouched does, until it is confirmed", () => {
    expect([may("ExportWallet", T), may("ExportWallet", until - 1), may("ExportWallet", until)]).toEqual([
      "StepUpRequired",
      "StepUpRequired",
      "allowed"
    ])
  })

  it("refreshes with its own login", () => {
    expect(authorityOf("RefreshSession").unconfirmed).toBe("own")
    expect(may("RefreshSession", T)).toBe("allowed")
  })

  it("GA3: never has more than what vouched, along any line of vouchers", () => {
    const types = ["EMAIL_OTP", "OAUTH", "PASSKEY"]
    const login = fc.record({ type: fc.constantFrom(...types), age: fc.integer({ min: 0, max: 100_000 }) })
    fc.assert(
      fc.property(
        fc.array(login, { minLength: 2, maxLength: 6 }),
        fc.subarray(types, { minLength: 1 }),
        (line, allowed) => {
          const rule = { operations: [{ operations: ["EXPORT_WALLET" as const], credentialTypes: allowed }] }
          let bound = boundBy([], T)
          const granted = line.map(({ age, type }, nth) => {
            const session = {
              credentialType: type,
              familySince: T - age,
              credentialId: idOf("AuthMethod", nth + 1),
              ...(bound === undefined ? {} : { voucher: bound })
            }
            bound = boundBy([vouchedBy(session, bound, defaultPolicy, T)], T)
            return tagOf(authorise({ name: "ExportWallet" }, [], [{ value: session }], rule, T)) === "allowed"
          })
          for (const [nth, is] of granted.entries()) expect(is && !granted.slice(0, nth).every(Boolean)).toBe(false)
          expect(bound?.ancestors).toHaveLength(line.length)
        }
      )
    )
  })

  it("keeps one login a kind, the oldest", () => {
    const older = vouchedBy({ ...email, familySince: T - 9000 }, voucher, defaultPolicy, T)
    expect(older?.logins).toEqual([{ credentialType: "EMAIL_OTP", familySince: T - 9000 }])
    expect(loginsOf({ ...passkey, voucher: undefined }, T)).toHaveLength(1)
  })
})
