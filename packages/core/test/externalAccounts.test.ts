import { accountTypes, check, sample, seeded } from "@countersign/account-types"
import { vectors } from "@countersign/harness/accounts/vectorsOf"
import { Result, Schema } from "effect"
import { describe, expect, it } from "vitest"
import { accountInfoSchemas, ExternalAccountStatus as Status } from "../src/internal.ts"
import { mergePatch } from "../src/operations/external-accounts/update.ts"

const reached = <E extends { readonly _tag: string }>(result: Result.Result<string, E>) =>
  Result.match(result, { onSuccess: (status) => status, onFailure: ({ _tag }) => _tag })

describe("the status of an external account", () => {
  const steps: ReadonlyArray<readonly [from: Status.Status, on: Status.Event, to: string]> = [
    ["Pending", "Confirmed", "Active"],
    ["Pending", "Doubted", "UnderReview"],
    ["Pending", "Changed", "Pending"],
    ["UnderReview", "Confirmed", "Active"],
    ["UnderReview", "Rejected", "Inactive"],
    ["UnderReview", "Disabled", "Inactive"],
    ["UnderReview", "Changed", "UnderReview"],
    ["UnderReview", "Doubted", "UnderReview"],
    ["Active", "Changed", "UnderReview"],
    ["Active", "Disabled", "Inactive"],
    ["Active", "Doubted", "UnderReview"],
    ["Active", "Confirmed", "Active"],
    ["Inactive", "ReactivationRequested", "UnderReview"],
    ["Inactive", "Changed", "Inactive"]
  ]
  const states = ["Pending", "Active", "UnderReview", "Inactive"] as const
  const events = ["Confirmed", "Doubted", "Rejected", "Changed", "Disabled", "ReactivationRequested"] as const
  const matrix = states.flatMap((from) => events.map((on) => [from, on] as const))

  it.each(matrix)("%s on %s follows the table, or fails", (from, on) => {
    const step = steps.find(([state, event]) => state === from && event === on)
    expect(reached(Status.after(from, [on]))).toBe(step?.[2] ?? "StatusUnreachable")
  })

  it.each<readonly [Status.Status, boolean, "ACTIVE" | "INACTIVE" | undefined, string, boolean]>([
    ["Active", false, undefined, "Active", false],
    ["Active", true, undefined, "UnderReview", true],
    ["Active", true, "ACTIVE", "UnderReview", true],
    ["Active", false, "ACTIVE", "Active", false],
    ["Active", false, "INACTIVE", "Inactive", false],
    ["Active", true, "INACTIVE", "Inactive", false],
    ["Pending", true, undefined, "Pending", true],
    ["Pending", false, undefined, "Pending", false],
    ["UnderReview", false, undefined, "UnderReview", false],
    ["Pending", false, "ACTIVE", "StatusUnreachable", false],
    ["Pending", false, "INACTIVE", "StatusUnreachable", false],
    ["UnderReview", true, undefined, "UnderReview", true],
    ["UnderReview", false, "INACTIVE", "Inactive", false],
    ["UnderReview", false, "ACTIVE", "StatusUnreachable", false],
    ["Inactive", true, undefined, "Inactive", false],
    ["Inactive", false, "INACTIVE", "Inactive", false],
    ["Inactive", false, "ACTIVE", "UnderReview", true],
    ["Inactive", true, "ACTIVE", "UnderReview", true]
  ])(
    "%s, edited (changed: %s, requested: %s), becomes %s, and is verified again: %s",
    (from, isChanged, wanted, to, asks) => {
      const edited = Status.edited(from, isChanged, wanted)
      expect(reached(Result.map(edited, ({ status }) => status))).toBe(to)
      expect(Result.isSuccess(edited) && edited.success.needsVerification).toBe(asks)
    }
  )

  it("every finding leads to a status, or fails without effect", () => {
    for (const from of states) {
      for (const standing of ["CONFIRMED", "DOUBTED", "REJECTED", "UNDECIDED"] as const) {
        const to = reached(Status.after(from, Status.eventsOf(from, { standing })))
        const expected = { CONFIRMED: "Active", DOUBTED: "UnderReview", REJECTED: "Inactive", UNDECIDED: from }[
          standing
        ]
        expect([from, standing, to]).toEqual([
          from,
          standing,
          from === "Inactive" && standing !== "UNDECIDED" ? "StatusUnreachable" : expected
        ])
      }
    }
  })
})

describe("RFC 7396: a merge patch", () => {
  // The examples of Appendix A with objects. Other values never reach the function.
  it.each([
    ['{"a":"b"}', '{"a":"c"}', '{"a":"c"}'],
    ['{"a":"b"}', '{"b":"c"}', '{"a":"b","b":"c"}'],
    ['{"a":"b"}', '{"a":null}', "{}"],
    ['{"a":"b","b":"c"}', '{"a":null}', '{"b":"c"}'],
    ['{"a":["b"]}', '{"a":"c"}', '{"a":"c"}'],
    ['{"a":"c"}', '{"a":["b"]}', '{"a":["b"]}'],
    ['{"a":{"b":"c"}}', '{"a":{"b":"d","c":null}}', '{"a":{"b":"d"}}'],
    ['{"a":[{"b":"c"}]}', '{"a":[1]}', '{"a":[1]}'],
    ['{"e":null}', '{"a":1}', '{"e":null,"a":1}'],
    ["{}", '{"a":{"bb":{"ccc":null}}}', '{"a":{"bb":{}}}'],
    ["{}", '{"__proto__":{"a":1}}', '{"__proto__":{"a":1}}']
  ])("merges %s with %s into %s", (target, patch, merged) => {
    expect(JSON.stringify(mergePatch(JSON.parse(target), JSON.parse(patch)))).toBe(merged)
    expect(Object.hasOwn(Object.prototype, "a")).toBe(false)
  })
})

describe("the schemas of account types", async () => {
  const schemas = accountInfoSchemas()
  const kinds = [...accountTypes.values()]

  it("contain one schema per kind", () => {
    expect([...schemas.keys()]).toEqual([...accountTypes.keys()])
  })

  it.each(kinds)(
    "$accountType accepts all values its kind accepts, and rejects values without a required field",
    (kind) => {
      const is = Schema.is(schemas.get(kind.accountType) ?? Schema.Never)
      for (let seed = 0; seed < 50; seed++) {
        const info = sample(kind, seeded(seed))
        expect([info, is(info)]).toEqual([info, true])
        const variant = kind.variants.find(({ identifier }) => Object.hasOwn(info, identifier)) ?? kind.variants[0]
        for (const { name, required } of variant.fields) {
          if (!required || kind.variants.length > 1) continue
          const { [name]: _, ...others } = info
          expect([name, is(others)]).toEqual([name, false])
        }
      }
      for (const fields of vectors.get(kind.accountType)?.accepted ?? []) {
        const beneficiary = kind.selfCustody === true ? {} : { beneficiary: sample(kind, seeded(3)).beneficiary }
        const info = { accountType: kind.accountType, ...beneficiary, ...fields }
        if (check(kind, info, "sandbox").length === 0) expect([info, is(info)]).toEqual([info, true])
      }
    }
  )
})
