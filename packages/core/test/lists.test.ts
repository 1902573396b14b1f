import { describe, expect, it } from "vitest"
import { collections } from "../src/internal.ts"

describe("the index of all records, which makes every write slower", () => {
  const listed = collections.filter(({ indexes }) => Object.hasOwn(indexes, "all"))

  it("is declared for all queued records, which the sandbox clock moves", () => {
    expect(collections.filter(({ due }) => due !== undefined).filter((each) => !listed.includes(each))).toEqual([])
  })

  it("is not declared for records written by each signed call or login", () => {
    const names = listed.map(({ name }) => name)
    for (const name of [
      "signed_requests",
      "sessions",
      "credentials",
      "email_otps",
      "spent",
      "levels",
      "kept_answers"
    ]) {
      expect(collections.map((each) => each.name)).toContain(name)
      expect(names).not.toContain(name)
    }
  })
})
