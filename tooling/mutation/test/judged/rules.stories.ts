import { beforeAll, describe, expect, it } from "vitest"
import { greeting, hurry, isMet, isOfAge, isOld, isQuick, isSteady } from "./rules.ts"

let started = 0
beforeAll(() => {
  isMet()
  started += 1
})

describe("people", () => {
  it("are of age at 18", () => expect([isOfAge(17), isOfAge(18)]).toEqual([false, true]))
  it("are old some day", () => expect([isOld(20), isOld(100)]).toEqual([false, true]))
  it("are served quickly", () => expect(isQuick()).toBe(true))
  it("are met once", () => expect(started).toBe(1))
  it("are not hurried", hurry)
  it("are steady", () => expect(isSteady()).toBe(true))
  it("are met first by a hook", () => expect(isMet()).toBe(true))
  it("are greeted", () => expect(greeting()).toBe("Hello"))
})
