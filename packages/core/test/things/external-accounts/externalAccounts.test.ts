import { accountTypes, check, sample, seeded } from "@countersign/account-types"
import { vectors } from "@countersign/harness/accounts/vectorsOf"
import { Result, Schema } from "effect"
import { describe, expect, it } from "vitest"
import { accountInfoSchemas, ExternalAccountStatus as Status } from "../../../src/internal.ts"
import type { Json } from "../../../src/store/Collection.ts"
import { placed, reader } from "../../../src/things/external-accounts/rules/schemas.ts"
import { mergePatch } from "../../../src/things/external-accounts/update.ts"

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

  it("passes through the review that a rejected account fails", () => {
    const rejected = (status: Status.Status) => Status.eventsOf(status, { standing: "REJECTED" })
    expect(rejected("UnderReview")).toEqual(["Rejected"])
    expect(rejected("Active")).toEqual(["Doubted", "Rejected"])
  })

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

describe("the platformAccountId of a body", () => {
  const info = { accountType: "USD_ACCOUNT" }
  it.each<readonly [string, Json, Json]>([
    ["a body that is not an object", ["x"], ["x"]],
    ["a body without an account", { currency: "USD" }, { currency: "USD" }],
    ["an account that is not an object", { accountInfo: "x" }, { accountInfo: "x" }],
    ["a body without the id", { accountInfo: info }, { accountInfo: info }],
    [
      "a body with the id at the top level",
      { platformAccountId: "a", accountInfo: info },
      { platformAccountId: "a", accountInfo: info }
    ],
    [
      "a body with the id in the account",
      { accountInfo: { ...info, platformAccountId: "a" } },
      { platformAccountId: "a", accountInfo: info }
    ],
    [
      "a body with the same id in both places",
      { platformAccountId: "a", accountInfo: { ...info, platformAccountId: "a" } },
      { platformAccountId: "a", accountInfo: info }
    ],
    [
      "a body that removes it in the account",
      { accountInfo: { ...info, platformAccountId: null } },
      { platformAccountId: null, accountInfo: info }
    ]
  ])("is at the top level of %s", (_, body, expected) => {
    expect(placed(body)).toStrictEqual({ body: expected, faults: [] })
  })

  it("has one value", () => {
    for (const outer of ["b", null]) {
      expect(placed({ platformAccountId: outer, accountInfo: { platformAccountId: "a" } }).faults).toEqual([
        {
          field: "accountInfo.platformAccountId",
          message: "It must be the same as platformAccountId: send it in one of the two places"
        }
      ])
    }
  })
})

describe("the reader of a body", () => {
  it("returns the value, or each fault", () => {
    const read = reader(Schema.Struct({ a: Schema.String, b: Schema.optionalKey(Schema.Number) }))
    expect(Result.getOrThrow(read({ a: "x" }))).toEqual({ a: "x" })
    const refused = read({ a: 1, b: "x", c: 1 })
    expect(Result.isFailure(refused) && refused.failure.map(({ field }) => field)).toEqual(["a", "b", "c"])
    for (const [body, field] of [
      [{ a: "x", c: 1 }, "c"],
      ["x", "body"]
    ] as const) {
      expect(Result.getFailure(read(body))).toMatchObject({ value: [{ field }] })
    }
  })

  it("uses the interpreter for a schema without a compiled decoder", () => {
    const read = reader(Schema.Tuple([Schema.String]))
    expect(Result.getOrThrow(read(["x"]))).toEqual(["x"])
    expect(Result.isFailure(read([1]))).toBe(true)
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
