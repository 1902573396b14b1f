import { StoreUnavailable } from "@countersign/core"
import { describe, expect, it } from "vitest"
import {
  isConnectionLost,
  isForgotten,
  isMoved,
  isRefused,
  isRolledBack,
  isShared,
  isUnfit,
  unavailable
} from "../src/failures.ts"
import { explained } from "../src/migrations/explained.ts"

const coded = (code: unknown): Error => Object.assign(new Error(`of ${code}`), { code })

/**
 * The effects of a failure on its caller: retried, sent without a name, connection closed, failure of the whole batch,
 * explained as a conflict, caches emptied.
 */
const meaning = (error: unknown): string =>
  [
    ...(isRolledBack(error) ? ["again"] : []),
    ...(isForgotten(error) ? ["unnamed"] : []),
    ...(isConnectionLost(error) ? ["closed"] : []),
    ...(isUnfit(error) ? ["unfit"] : []),
    ...(isShared(error) ? ["shared"] : []),
    ...(isRefused(error) ? ["refused"] : []),
    ...(isMoved(error) ? ["moved"] : [])
  ].join(" ")

describe("a failure (GH3)", () => {
  it.each([
    ["40001", "again"],
    ["40P01", "again"],
    ["26000", "unnamed"],
    ["42P05", "unnamed"],
    ["0A000", "unnamed"],
    ["08006", "closed shared"],
    ["57P01", "closed shared"],
    ["58030", "closed shared"],
    ["XX000", "closed shared"],
    // A connection to a server that was demoted, or whose state is not that of the store, is closed.
    ["25006", "closed unfit shared"],
    ["25P02", "closed unfit shared"],
    ["57P05", "closed unfit shared"],
    ["55000", "closed unfit shared"],
    ["25P03", "closed shared"],
    ["57P02", "closed shared"],
    ["57P03", "closed shared"],
    ["08P01", "closed shared"],
    ["28P01", "shared"],
    ["3D000", "shared"],
    ["40002", "shared"],
    ["53300", "shared"],
    ["55P03", "shared"],
    ["22007", "shared moved"],
    ["23505", "refused"],
    // An environment that moves: the other commits of a batch are sent again without it.
    ["23514", ""],
    // A value of the caller, which is a programming error.
    ["22P02", ""]
  ])("of SQLSTATE %s: %j", (code, expected) => expect(meaning(coded(code))).toBe(expected))

  it("of a cast that the store lets fail: a condition of the commit does not hold", () => {
    const said = 'invalid input syntax for type bigint: "countersign: a condition does not hold 2026-01-01"'
    expect(meaning(Object.assign(new Error(said), { code: "22P02" }))).toBe("refused")
    expect(meaning(Object.assign(new Error(said), { code: "42601" }))).toBe("")
  })

  it("GH9: of pg about a second text under a name: sent without a name", () => {
    const error = new Error("Prepared statements must be unique - 'countersign_1' was used for a different statement")
    expect(meaning(error)).toBe("unnamed shared")
  })

  it.each([
    ["Node's own", coded("ECONNRESET")],
    ["of a code around a state", coded("x57P01")],
    ["of a code with a suffix", coded("57P01x")],
    ["of a code that is not a text", coded(57_014)],
    ["without a code", new Error("lost")],
    ["that is not an error", { code: "23505" }]
  ])("%s counts as a lost connection with unknown outcome", (_, error) => {
    expect(meaning(error)).toBe("closed shared")
    expect(unavailable("s", error)).toBeInstanceOf(StoreUnavailable)
    expect(unavailable("s", error).cause).toBe(error)
  })

  it.each(["42P01", "3F000", "42883"])("of %s lists the missing tables and the command that creates them", (code) => {
    const { because, cause } = unavailable("mine", coded(code))
    expect(because).toBe("unmigrated")
    expect(String(cause)).toContain("missing from schema mine; run npx @countersign/cli migrate up --schema mine, ")
    expect(cause).toHaveProperty("cause", coded(code))
  })

  it("of missing privileges names the role", () => {
    const { because, cause } = unavailable("mine", coded("42501"))
    expect([because, String(cause)]).toEqual([
      undefined,
      "Error: postgres: the role has no privileges on schema mine; grant it access or connect as another role"
    ])
    expect(cause).toHaveProperty("cause", coded("42501"))
  })

  it.each([
    "08006",
    "28P01",
    "3D000",
    "23514",
    "40001",
    "53300",
    "55P03",
    "57P01",
    "58030",
    "XX000",
    "25001",
    "25006",
    "25P02"
  ])("of %s makes the store unavailable", (code) =>
    expect(unavailable("s", coded(code))).toHaveProperty("cause", coded(code))
  )

  it.each(["22P02", "23505", "42804"])("of %s is a programming error and is thrown", (code) => {
    expect(() => unavailable("s", coded(code))).toThrow(`of ${code}`)
  })
})

describe("a failure to connect for a migration", () => {
  it.each([
    ["ERR_INVALID_URL", "encode / # @"],
    ["ECONNREFUSED", "start PostgreSQL"],
    ["ENOTFOUND", "No host has this name"],
    ["EAI_AGAIN", "No host has this name"],
    ["ETIMEDOUT", "allow the connection in the firewall"],
    ["28P01", "set the password"],
    ["28000", "pg_hba.conf"],
    ["3D000", "createdb"],
    ["53300", "max_connections"],
    ["42501", "Grant this user CREATE"]
  ])("is reported with advice: %s", (code, advice) => {
    const { cause, message } = explained(coded(code))
    expect(message.startsWith(`of ${code}. `)).toBe(true)
    expect(message).toContain(advice)
    expect(cause).toEqual(coded(code))
  })

  it("is reported unchanged when there is no advice", () => {
    const error = coded("42P01")
    expect(explained(error)).toBe(error)
    expect(explained("lost")).toEqual(new Error("lost"))
    expect(explained(coded(7)).message).toBe("of 7")
  })

  it("is reported without advice when it is not an error, whatever its code", () => {
    expect(explained({ code: "28P01" })).toEqual(new Error("[object Object]"))
    expect(explained(undefined)).toEqual(new Error("undefined"))
  })

  it("lists every address that failed, on one line", () => {
    const error = Object.assign(new AggregateError([coded("a"), new AggregateError([coded("b"), "c"])]), {
      code: "ECONNREFUSED"
    })
    expect(explained(error).message).toBe(
      "of a; of b; c. No server listens at this address: start PostgreSQL, or correct the host and the port"
    )
    expect(explained(new AggregateError([coded("a"), coded("b")])).message).toBe("of a; of b")
  })
})
