import { describe, expect, it } from "vitest"
import { collections } from "../src/internal.ts"

describe("a list of all records costs every write, and is kept where it is read", () => {
  const listed = collections.filter(({ indexes }) => Object.hasOwn(indexes, "all"))

  it("is kept of whatever waits for its time, which the sandbox moves", () => {
    expect(collections.filter(({ due }) => due !== undefined).filter((each) => !listed.includes(each))).toEqual([])
  })

  it("is kept of nothing that comes and goes with each signed call and login", () => {
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
