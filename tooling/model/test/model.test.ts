import { describe, expect, it } from "vitest"
import { holds } from "../src/cast/holds.ts"
import { lineage } from "../src/cast/lineage.ts"
import { sessions, unstored } from "../src/cast/operations.ts"
import { recoveries } from "../src/cast/recovery.ts"
import { explore } from "../src/explore/explore.ts"
import { invariants } from "../src/invariants/all.ts"
import { story } from "../src/story.ts"
import { bounds } from "./bounds.ts"
import { reported } from "./told.ts"

const names = invariants.map(({ name }) => name).join(" ")

describe("every interleaving of two calls, before and at the end of a session", () => {
  const explored = explore({ scene: sessions, bounds: bounds(2, 1) })

  it(`preserves ${names} with any crash and any duplicate delivery`, () => {
    expect([...explored.broken.values()].flatMap(story)).toEqual([])
  })

  // A smaller number of states means that the model explores less than before.
  it("has the expected number of states", () => {
    expect(explored).toMatchObject({ states: 61_895, transitions: 303_489, depth: 12 })
  })

  it("reaches every result of every call, so no invariant is trivially true", () => {
    expect(reported(explored)).toEqual({
      "end S1, retried": [
        "Done",
        "RequestExpired",
        "RequestForAnotherCall",
        "RequestUsed",
        "SessionNotFound",
        "StampKeyRefused",
        "StoreUnavailable"
      ],
      "end S1": ["Challenge", "SessionNotFound", "StoreUnavailable"],
      "log in with C1": [
        "AccountSuspended",
        "CredentialNotFound",
        "CredentialSuspended",
        "Done",
        "OidcTokenRefused",
        "StoreUnavailable"
      ],
      "pay 5, retried": [
        "Done",
        "RequestExpired",
        "RequestUnknown",
        "RequestUsed",
        "RequestVoid",
        "StampInvalid",
        "StampKeyRefused",
        "StampMalformed",
        "StoreUnavailable"
      ],
      "pay 5, which is 500 by now, retried": [
        "PayloadDiffers",
        "RequestExpired",
        "RequestUsed",
        "RequestVoid",
        "StampKeyRefused",
        "StoreUnavailable"
      ],
      "pay 500, retried": ["RequestBodyDiffers", "RequestExpired", "RequestUsed", "RequestVoid"],
      "pay 5": ["AccountSuspended", "Challenge", "StoreUnavailable"],
      "refresh S1 for another key, retried": ["RequestBodyDiffers", "RequestExpired", "RequestUsed"],
      "refresh S1, retried": [
        "Done",
        "RequestExpired",
        "RequestUsed",
        "SessionNotFound",
        "StampKeyRefused",
        "StoreUnavailable"
      ],
      "refresh S1": ["Challenge", "SessionNotFound", "StoreUnavailable"],
      "remove C1, retried": ["Done", "RequestExpired", "RequestUsed", "StampKeyRefused", "StoreUnavailable"],
      "remove C1": ["AccountSuspended", "Challenge", "CredentialNotFound", "LastCredential", "StoreUnavailable"],
      "remove C2, retried": ["Done", "RequestExpired", "RequestUsed", "StampKeyRefused", "StoreUnavailable"],
      "remove C2": ["AccountSuspended", "Challenge", "CredentialNotFound", "LastCredential", "StoreUnavailable"],
      "remove C3": ["LastCredential"],
      "suspend A": ["AlreadySuspended", "Done", "StoreUnavailable"],
      "suspend C1": ["AlreadySuspended", "CredentialNotFound", "Done", "StoreUnavailable"]
    })
  })
})

describe("every interleaving of two second legs of requests that no first leg stored", () => {
  const explored = explore({ scene: unstored, bounds: bounds(2, 0) })

  it(`preserves ${names} with any crash and any duplicate delivery`, () => {
    expect([...explored.broken.values()].flatMap(story)).toEqual([])
  })

  it("has the expected number of states", () => {
    expect(explored).toMatchObject({ states: 5_429, transitions: 23_638, depth: 8 })
  })

  it("returns each expected result", () => {
    expect(reported(explored)).toEqual({
      "end S1, retried": [
        "Done",
        "RequestForAnotherCall",
        "RequestUsed",
        "SessionNotFound",
        "StampKeyRefused",
        "StoreUnavailable"
      ],
      "pay 5, retried": [
        "Done",
        "RequestUnknown",
        "RequestUsed",
        "StampInvalid",
        "StampKeyRefused",
        "StampMalformed",
        "StoreUnavailable"
      ],
      "pay 5, which is 500 by now, retried": ["PayloadDiffers", "RequestUsed"],
      "pay 500, retried": ["RequestBodyDiffers", "RequestUsed"],
      "refresh S1 for another key, retried": ["RequestBodyDiffers", "RequestUsed"],
      "refresh S1, retried": ["Done", "RequestUsed", "SessionNotFound", "StampKeyRefused", "StoreUnavailable"],
      "suspend A": ["AlreadySuspended", "Done", "StoreUnavailable"]
    })
  })

  for (const ahead of [-1, 1] as const) {
    it(`R8: preserves ${names} until they have expired, node B's clock ahead by ${ahead}`, () => {
      const { broken } = explore({ scene: unstored, bounds: bounds(1, 3, ahead) })
      expect([...broken.values()].flatMap(story)).toEqual([])
    })
  }
})

describe("one call, until all pending requests have expired", () => {
  for (const [ahead, clock] of [
    [-1, "slow"],
    [1, "fast"]
  ] as const) {
    it(`R8: preserves ${names} when node B's clock is ${clock}`, () => {
      const { broken } = explore({ scene: sessions, bounds: bounds(1, 3, ahead) })
      expect([...broken.values()].flatMap(story)).toEqual([])
    })
  }
})

describe("every interleaving of two calls beside a recovery", () => {
  const explored = explore({ scene: recoveries, bounds: bounds(2, 0) })

  it(`preserves ${names} with any crash and any duplicate delivery`, () => {
    expect([...explored.broken.values()].flatMap(story)).toEqual([])
  })

  it("has the expected number of states", () => {
    expect(explored).toMatchObject({ states: 18_626, transitions: 83_332, depth: 13 })
  })

  it("reaches every result of every call, so no invariant is trivially true", () => {
    expect(reported(explored)).toEqual({
      "cancel R as operator": ["Done", "RecoveryEnded", "StoreUnavailable"],
      "cancel R by the mailed token": ["Done", "RecoveryCancelRefused", "StoreUnavailable"],
      "cancel R, retried": ["Done", "RecoveryEnded", "RequestUsed", "StampKeyRefused", "StoreUnavailable"],
      "cancel R": ["Challenge", "RecoveryEnded", "StoreUnavailable"],
      "complete R with the code of the mailbox, retried": [
        "Done",
        "RecoveryEnded",
        "RecoveryNotReady",
        "RequestUsed",
        "StampKeyRefused",
        "StoreUnavailable"
      ],
      "complete R with the code of the mailbox": ["OtpNotPending", "RecoveryEnded", "RecoveryNotReady"],
      "complete RS with the code of the owner, retried": [
        "Done",
        "RecoveryNotReady",
        "RequestUsed",
        "StampKeyRefused",
        "StoreUnavailable"
      ],
      "complete RS with the code of the owner": ["OtpNotPending", "RecoveryEnded", "RecoveryNotReady"],
      "complete RT with the code of the attacker": ["RecoveryCodeWrong", "RecoveryNotReady", "StoreUnavailable"],
      "export A": ["AccountHeld", "Challenge", "StoreUnavailable"],
      "export B, retried": ["AccountHeld", "Done", "RequestUsed", "StampKeyRefused", "StoreUnavailable"],
      "export B": ["AccountHeld", "Challenge", "StoreUnavailable"],
      "log in with C1": ["CredentialSuspended", "Done", "OidcTokenRefused", "StoreUnavailable"],
      "pay 5, retried": ["RequestUnknown"],
      "refresh S1 during a recovery, retried": [
        "Done",
        "RequestUsed",
        "SessionNotFound",
        "StampKeyRefused",
        "StoreUnavailable"
      ],
      "refresh S1 during a recovery": ["Challenge", "SessionNotFound", "StoreUnavailable"],
      "remove C1": ["AccountHeld", "Challenge", "StoreUnavailable"],
      "start a recovery of A": ["Done", "RecoveryOpen", "StoreUnavailable"],
      "start a recovery of B": ["Done", "RecoveryOpen", "StoreUnavailable"]
    })
  })
})

describe("every interleaving of two calls beside a credential that rests", () => {
  const explored = explore({ scene: lineage, bounds: bounds(2, 0) })

  it(`preserves ${names} with any crash and any duplicate delivery`, () => {
    expect([...explored.broken.values()].flatMap(story)).toEqual([])
  })

  it("has the expected number of states", () => {
    expect(explored).toMatchObject({ states: 16_511, transitions: 63_472, depth: 31 })
  })

  it("reaches every result of every call, so no invariant is trivially true", () => {
    expect(reported(explored)).toEqual({
      "add C10, retried": ["Done", "RequestUsed", "StampKeyRefused", "StoreUnavailable"],
      "add C10": ["OauthExists", "OidcTokenRefused"],
      "confirm C9, retried": ["ConfirmationRefused", "Done", "RequestUsed", "StampKeyRefused", "StoreUnavailable"],
      "confirm C9": ["Challenge", "StoreUnavailable"],
      "export A, retried": ["Done", "RequestUsed", "StampKeyRefused", "StepUpRequired", "StoreUnavailable"],
      "export A": ["Challenge", "StoreUnavailable"],
      "log in with C7": ["CredentialNotFound", "Done", "OidcTokenRefused", "StoreUnavailable"],
      "log in with C9": ["CredentialSuspended", "Done", "OidcTokenRefused", "StoreUnavailable"],
      "pay 5, retried": ["RequestUnknown"],
      "remove C8, retried": ["Done", "RequestUsed", "StampKeyRefused", "StoreUnavailable"],
      "remove C8": ["Challenge", "CredentialNotFound", "StoreUnavailable"],
      "undo the address of A": ["Done", "StoreUnavailable", "UndoTokenRefused"]
    })
  })

  for (const [ahead, clock] of [
    [-1, "slow"],
    [1, "fast"]
  ] as const) {
    it(`preserves ${names} until every credential is confirmed when node B's clock is ${clock}`, () => {
      const { broken } = explore({ scene: lineage, bounds: bounds(1, 3, ahead) })
      expect([...broken.values()].flatMap(story)).toEqual([])
    })
  }
})

describe("every interleaving of two calls, one of which begins a hold or a suspension", () => {
  const explored = explore({ scene: holds, bounds: bounds(2, 0) })

  it(`preserves ${names} with any crash and any duplicate delivery`, () => {
    expect([...explored.broken.values()].flatMap(story)).toEqual([])
  })

  it("has the expected number of states", () => {
    expect(explored).toMatchObject({ states: 6351, transitions: 24_134, depth: 13 })
  })

  it("reaches every result of every call, so no invariant is trivially true", () => {
    expect(reported(explored)).toEqual({
      "add a guardian of B, retried": ["AccountHeld", "Done", "RequestUsed", "StampKeyRefused", "StoreUnavailable"],
      "add a guardian of B": [
        "AccountHeld",
        "AccountSuspended",
        "Challenge",
        "CredentialNotFound",
        "GuardianExists",
        "StoreUnavailable"
      ],
      "delete the customer of B, retried": [
        "AccountHeld",
        "Done",
        "RequestUsed",
        "StampKeyRefused",
        "StoreUnavailable"
      ],
      "delete the customer of B": [
        "AccountHeld",
        "AccountSuspended",
        "Challenge",
        "CustomerDeleted",
        "StoreUnavailable"
      ],
      "export B, retried": ["AccountHeld", "Done", "RequestUsed", "StampKeyRefused", "StoreUnavailable"],
      "export B": ["AccountHeld", "AccountSuspended", "Challenge", "CredentialNotFound", "StoreUnavailable"],
      "make saved codes of B, retried": ["AccountHeld", "Done", "RequestUsed", "StampKeyRefused", "StoreUnavailable"],
      "make saved codes of B": [
        "AccountHeld",
        "AccountSuspended",
        "Challenge",
        "CredentialNotFound",
        "StoreUnavailable"
      ],
      "pay 5 from B, retried": ["AccountHeld", "Done", "RequestUsed", "StampKeyRefused", "StoreUnavailable"],
      "pay 5 from B": ["AccountHeld", "AccountSuspended", "Challenge", "CredentialNotFound", "StoreUnavailable"],
      "pay 5, retried": ["RequestUnknown"],
      "start a recovery of B": ["AccountSuspended", "CustomerDeleted", "Done", "RecoveryOpen", "StoreUnavailable"],
      "suspend B": ["AlreadySuspended", "CustomerDeleted", "Done", "StoreUnavailable"]
    })
  })
})
