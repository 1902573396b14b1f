import {
  encodeBase64Url,
  encodeHex,
  encodeUtf8,
  makeId,
  publicKeyOf,
  sha256,
  sha256Hex,
  signP256,
  signStamp
} from "@countersign/wire"
import { Option } from "effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { type Receipt, type ReceiptHead, readReceipt, readReceiptHead, receiptAudit } from "../../../src/internal.ts"
import { type Authorised, following } from "../../../src/things/receipts/rules/chain.ts"
import {
  bytesOf,
  hashOf,
  justificationText,
  NO_RECEIPT,
  receiptId,
  type Terms
} from "../../../src/things/receipts/rules/Receipt.ts"

const T = 1_800_000_000_000
const random = new Uint8Array(10).fill(7)
const keyOf = (byte: number) => new Uint8Array(32).fill(byte)
const [service, unrelated, session] = [keyOf(11), keyOf(12), keyOf(13)]
const signer = publicKeyOf(service)
const account = makeId("InternalAccount", { timestampMs: 1, random })
const environment = { platformId: "acme", mode: "production" } as const

const payload = (at: number) => `{"note":"${at}"}`

const authorised = (nth: number, more: Partial<Authorised> = {}): Authorised => ({
  consumed: makeId("Request", { timestampMs: nth, random }),
  operation: "RevokeSession",
  method: "DELETE",
  path: "/auth/sessions/x",
  bodyDigest: sha256Hex("null"),
  payloadSha256: sha256Hex(payload(nth)),
  proof: { type: "STAMP", stamp: signStamp(payload(nth), session) },
  by: {},
  ...more
})

const sealed = (terms: Terms, key = service): Receipt => {
  const bytes = bytesOf(terms)
  return { ...terms, hash: hashOf(bytes), signature: encodeHex(signP256(bytes, key)) }
}

/** A chain of `length` receipts. */
const chainOf = (length: number, accountId = account): ReadonlyArray<Receipt> => {
  const made: Array<Receipt> = []
  for (let nth = 1; nth <= length; nth += 1) {
    const before = made.at(-1)
    const context = { environment, accountId, changes: [], kid: "k", at: T + nth }
    made.push(sealed(following(before, authorised(nth), context)))
  }
  return made
}

const chain = chainOf(6)
const receiptOf = (sequence: number): Receipt => {
  const found = chain[sequence - 1]
  if (found === undefined) throw new Error(`the chain has no receipt ${sequence}`)
  return found
}
const termsOf = ({ hash: _, signature: __, ...terms }: Receipt): Terms => terms
const headOf = ({ accountId, hash, mode, platformId, sequence }: Receipt): ReceiptHead => ({
  accountId,
  hash,
  mode,
  platformId,
  sequence
})

const faultsOf = (receipts: ReadonlyArray<Receipt>, heads: ReadonlyArray<ReceiptHead> = []) => {
  const audit = receiptAudit({ signers: [signer], heads })
  const found = receipts.flatMap((receipt) => audit.take(receipt))
  return [...found, ...audit.end().findings].map(({ fault, sequence }) => `${fault} ${sequence}`)
}

/** The third receipt as rewritten by an attacker without a service key: its hash matches, its signature does not. */
const rewritten = (more: Partial<Terms>): Receipt => {
  const terms = { ...termsOf(receiptOf(3)), ...more }
  return { ...terms, hash: hashOf(bytesOf(terms)), signature: receiptOf(3).signature }
}
const contextAt = (at: number) => ({ environment, accountId: account, changes: [], kid: "k", at })
const withThird = (third: Receipt) => chain.map((receipt, at) => (at === 2 ? third : receipt))

describe("a chain of receipts", () => {
  it("starts without a predecessor, increases by one, and links each receipt to the hash of the previous one", () => {
    expect(chain.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5, 6])
    expect(chain.map(({ previous }) => previous)).toEqual([NO_RECEIPT, ...chain.slice(0, -1).map(({ hash }) => hash)])
    expect(faultsOf(chain)).toEqual([])
  })

  it("passes an audit with the previous and the current key, and with one of them only for its own receipts (FA12)", () => {
    const former = chain.slice(0, 3)
    const later = following(former.at(-1), authorised(4), contextAt(T + 4))
    const mixed = [...former, sealed(later, unrelated)]
    const faults = (signers: ReadonlyArray<typeof signer>) => {
      const audit = receiptAudit({ signers })
      return mixed.flatMap((receipt) => audit.take(receipt)).map(({ fault, sequence }) => `${fault} ${sequence}`)
    }
    expect(faults([publicKeyOf(unrelated), signer])).toEqual([])
    expect(faults([publicKeyOf(unrelated)])).toEqual(["NOT_SIGNED 1", "NOT_SIGNED 2", "NOT_SIGNED 3"])
    expect(faults([signer])).toEqual(["NOT_SIGNED 4"])
  })

  it("never decreases in time, even if a node's clock does", () => {
    const first = sealed(following(undefined, authorised(1), contextAt(T)))
    expect(following(first, authorised(2), contextAt(T - 60_000)).at).toBe(T)
    expect(following(first, authorised(2), contextAt(T + 1)).at).toBe(T + 1)
  })

  it("has ids that sort in chain order", () => {
    const ids = [1, 2, 10, 99, 100, 999_999_999_999].map((sequence) => receiptId(account, sequence))
    expect(ids.toSorted()).toEqual(ids)
  })

  it("records the versions of each record before and after", () => {
    const collection = { name: "things", unique: {}, indexes: {} }
    const at = { collection, environment: "production/acme" } as const
    const { changes } = following(undefined, authorised(1), {
      ...contextAt(T),
      changes: [
        { ...at, op: "insert", id: "a", body: {}, at: T },
        { ...at, op: "replace", id: "b", version: 4, body: {}, at: T },
        { ...at, op: "remove", id: "c", version: 9 }
      ]
    })
    expect(changes).toEqual([
      { collection: "things", id: "a", from: 0, to: 1 },
      { collection: "things", id: "b", from: 4, to: 5 },
      { collection: "things", id: "c", from: 9, to: 0 }
    ])
  })
})

/** Another valid value for each field. */
const CHANGED = {
  platformId: "other",
  mode: "sandbox",
  sequence: 4,
  previous: sha256Hex("x"),
  at: T + 3_000,
  consumed: makeId("Request", { timestampMs: 99, random }),
  operation: "ExportWallet",
  method: "POST",
  path: "/auth/sessions/z",
  bodyDigest: sha256Hex("{}"),
  payloadSha256: sha256Hex(payload(9)),
  proof: { type: "STAMP", stamp: signStamp(payload(4), session) },
  sessionId: makeId("Session", { timestampMs: 1, random }),
  credentialId: makeId("AuthMethod", { timestampMs: 1, random }),
  changes: [{ collection: "sessions", id: "x", from: 1, to: 2 }],
  kid: "l"
} as const satisfies Partial<Terms>

describe("an audit of receipts", () => {
  it.each(Object.entries(CHANGED))("detects a changed %s", (name, value) => {
    expect(Object.hasOwn(receiptOf(3), name)).toBe(true)
    const third = { ...receiptOf(3), [name]: value }
    expect(faultsOf(withThird(third))).toContain(`ALTERED ${third.sequence}`)
  })

  it("detects a receipt rewritten with a matching hash, by its signature and by the next receipt", () => {
    expect(faultsOf(withThird(rewritten({ path: "/auth/sessions/y" })))).toEqual(["NOT_SIGNED 3", "CHAIN_BROKEN 4"])
  })

  it("detects a signature by an untrusted key", () => {
    const forged = sealed(termsOf(receiptOf(6)), unrelated)
    expect(faultsOf([...chain.slice(0, 5), forged])).toEqual(["NOT_SIGNED 6"])
  })

  it("lets a receipt that is altered, or that no trusted key signed, begin no chain and consume no id", () => {
    const first = receiptOf(1)
    const forged = [{ ...first, path: "/" }, sealed(termsOf(first), unrelated)]
    expect(
      forged.map((receipt) => {
        const audit = receiptAudit({ signers: [signer] })
        audit.take(receipt)
        return audit.end().accounts
      })
    ).toEqual([0, 0])
    const consumed = receiptOf(4).consumed
    expect(faultsOf(withThird({ ...receiptOf(3), consumed }))).toEqual(["ALTERED 3"])
    expect(faultsOf(withThird(sealed({ ...termsOf(receiptOf(3)), consumed }, unrelated)))).toEqual([
      "NOT_SIGNED 3",
      "CHAIN_BROKEN 4"
    ])
  })

  it("detects missing, duplicated and moved receipts", () => {
    expect(faultsOf(chain.filter(({ sequence }) => sequence !== 3))).toEqual(["OUT_OF_ORDER 4", "CHAIN_BROKEN 4"])
    expect(faultsOf([...chain.slice(0, 3), ...chain.slice(2)])).toEqual([
      "OUT_OF_ORDER 3",
      "CHAIN_BROKEN 3",
      "CONSUMED_TWICE 3"
    ])
    expect(faultsOf([...chain.slice(0, 2), ...chain.slice(2, 4).toReversed(), ...chain.slice(4)])).toContain(
      "OUT_OF_ORDER 4"
    )
  })

  it("I1: detects a request id that was consumed twice, even if signed with the service key", () => {
    const repeated = sealed(following(chain.at(-1), authorised(2), contextAt(T + 9)))
    expect(faultsOf([...chain, repeated])).toEqual(["CONSUMED_TWICE 7"])
  })

  it("detects decreasing times", () => {
    const terms = following(chain.at(-1), authorised(9), contextAt(T))
    expect(faultsOf([...chain, sealed({ ...terms, at: T })])).toEqual(["TIME_WENT_BACK 7"])
  })

  it("detects a truncated chain with a stored head, and not without one", () => {
    const cut = chain.slice(0, 4)
    expect(faultsOf(cut)).toEqual([])
    expect(faultsOf(cut, chain.slice(5).map(headOf))).toEqual(["CUT_OFF 6"])
    expect(faultsOf([], chain.slice(5).map(headOf))).toEqual(["CUT_OFF 6"])
  })

  it("detects with a stored head a chain that was rewritten with the service key", () => {
    const anew = sealed(following(undefined, authorised(77), contextAt(T)))
    expect(faultsOf([anew])).toEqual([])
    expect(faultsOf([anew], chain.slice(0, 1).map(headOf))).toEqual(["HEAD_DIFFERS 1"])
  })

  it("accepts a chain whose first receipts have expired, reports it, and links it to a stored head", () => {
    const rest = chain.slice(3)
    const audit = receiptAudit({ signers: [signer] })
    expect(rest.flatMap((receipt) => audit.take(receipt))).toEqual([])
    expect(audit.end()).toEqual({ receipts: 3, accounts: 1, findings: [], lateStarts: [account] })
    expect(faultsOf(rest, chain.slice(2, 3).map(headOf))).toEqual([])
    const other = chainOf(3).slice(2).map(headOf)
    expect(
      faultsOf(
        rest,
        other.map((head) => ({ ...head, hash: sha256Hex("x") }))
      )
    ).toEqual(["CHAIN_BROKEN 4"])
  })

  it("separates accounts, modes and platforms", () => {
    const sandbox = sealed(
      following(undefined, authorised(1), { ...contextAt(T), environment: { ...environment, mode: "sandbox" } })
    )
    expect(faultsOf([...chain.slice(0, 2), sandbox, ...chain.slice(2)])).toEqual([])
  })

  const verified = (nth: number, more: Partial<Authorised>, mode: "sandbox" | "production" = "production") =>
    faultsOf([
      sealed(following(undefined, authorised(nth, more), { ...contextAt(T), environment: { ...environment, mode } }))
    ])

  it("verifies stamps against the payload and assertions against the challenge, and accepts waivers only in the sandbox", () => {
    const client = (challenge: string) =>
      encodeBase64Url(encodeUtf8(JSON.stringify({ type: "webauthn.get", challenge })))
    const assertion = (challenge: string) =>
      ({ type: "ASSERTION", clientDataJson: client(challenge), authenticatorData: "AA", signature: "AA" }) as const
    const challenge = encodeBase64Url(sha256(encodeUtf8(payload(1))))
    const other = encodeBase64Url(sha256(encodeUtf8(payload(2))))
    expect(verified(1, { proof: { type: "STAMP", stamp: signStamp(payload(2), session) } })).toEqual([
      "PROOF_INVALID 1"
    ])
    expect(verified(1, { proof: { type: "STAMP", stamp: "no stamp" } })).toEqual(["PROOF_INVALID 1"])
    expect(verified(1, { proof: assertion(challenge) })).toEqual([])
    expect(verified(1, { proof: assertion(encodeBase64Url(encodeUtf8(challenge))) })).toEqual([])
    expect(verified(1, { proof: assertion(other) })).toEqual(["PROOF_INVALID 1"])
    expect(verified(1, { proof: { ...assertion(other), clientDataJson: "no base64url!" } })).toEqual([
      "PROOF_INVALID 1"
    ])
    expect(verified(1, { proof: { type: "WAIVED" } })).toEqual(["PROOF_INVALID 1"])
    expect(verified(1, { proof: { type: "WAIVED" } }, "sandbox")).toEqual([])
    const token = { proof: { type: "IDENTITY_TOKEN" } } as const
    expect(verified(1, token)).toEqual(["PROOF_INVALID 1"])
    expect(verified(1, { ...token, operation: "VerifyCredential" })).toEqual([])
    const erased = { type: "ERASURE", reason: "closed" } as const
    expect(verified(1, { proof: erased, operation: "EraseCustomer" })).toEqual([])
    expect(verified(1, { proof: erased, operation: "RevokeSession" })).toEqual(["PROOF_INVALID 1"])
  })

  it("OP4: accepts an operator's proof only for an operator's act, with the actor and the reason that it was made for", () => {
    const acted = { type: "OPERATOR", actor: "support-7", reason: "stolen", tokenId: null } as const
    const act = { proof: acted, operation: "SuspendAccount", payloadSha256: sha256Hex(justificationText(acted)) }
    expect(verified(1, act)).toEqual([])
    expect(verified(1, { ...act, operation: "ExportWallet" })).toEqual(["PROOF_INVALID 1"])
    expect(verified(1, { ...act, proof: { ...acted, reason: "lost" } })).toEqual(["PROOF_INVALID 1"])
  })

  it("accepts stored heads of its receipts, and detects a first receipt with a predecessor", () => {
    expect(faultsOf(chain, chain.map(headOf))).toEqual([])
    expect(faultsOf(chain.slice(3), chain.slice(4, 5).map(headOf))).toEqual([])
    const [first] = chain
    if (first === undefined) return expect.unreachable()
    expect(faultsOf([sealed({ ...termsOf(first), previous: first.hash })])).toEqual(["CHAIN_BROKEN 1"])
  })

  it("reports malformed hex as a fault", () => {
    const [first] = chain
    if (first === undefined) return expect.unreachable()
    expect(faultsOf([{ ...first, hash: "no hex" }])).toEqual(["ALTERED 1", "NOT_SIGNED 1"])
    expect(faultsOf([{ ...first, signature: "no hex" }])).toEqual(["NOT_SIGNED 1"])
    expect(faultsOf([{ ...first, signature: "00".repeat(73) }])).toEqual(["NOT_SIGNED 1"])
  })

  it("reports as a late start only a chain without its first receipt", () => {
    const audit = receiptAudit({ signers: [signer] })
    const other = makeId("InternalAccount", { timestampMs: 2, random })
    for (const receipt of [...chain.slice(0, 2), ...chainOf(3, other).slice(1)]) expect(audit.take(receipt)).toEqual([])
    expect(audit.end()).toEqual({ receipts: 4, accounts: 2, findings: [], lateStarts: [other] })
    expect(receiptAudit({ signers: [] }).end()).toEqual({ receipts: 0, accounts: 0, findings: [], lateStarts: [] })
  })

  it("detects any changed character of a line, unless the content is the same", () => {
    const short = chain.slice(0, 3)
    const lines = short.map((receipt) => JSON.stringify(receipt))
    const marks = fc.constantFrom(...'0123456789abcdef"{}:, xyz')
    fc.assert(
      fc.property(fc.nat(2), fc.nat(2000), marks, (which, place, mark) => {
        const read = lines.map((line, at) =>
          readReceipt(at === which ? altered(line, place % line.length, mark) : line)
        )
        const receipts = read.flatMap((one) => (one._tag === "Some" ? [one.value] : []))
        // White space, and the case of the letters of an id, do not change the content.
        const isSame = JSON.stringify(receipts) === JSON.stringify(short.map(reread))
        expect(isSame || receipts.length < 3 || faultsOf(receipts).length > 0).toBe(true)
      }),
      { numRuns: 40 }
    )
  })
})

/** As parsed from a line: its fields are in the order of the schema. */
const reread = (receipt: Receipt) => Option.getOrThrow(readReceipt(JSON.stringify(receipt)))

const altered = (line: string, at: number, mark: string) => line.slice(0, at) + mark + line.slice(at + 1)

describe("a line of an export", () => {
  const line = JSON.stringify(chain[0])
  it("parses back to the same receipt", () => {
    expect(readReceipt(line)).toMatchObject({ _tag: "Some", value: chain[0] })
    expect(readReceiptHead(JSON.stringify(chain.slice(0, 1).map(headOf)[0]))._tag).toBe("Some")
  })

  it.each([
    ["an empty line", ""],
    ["invalid JSON", "{"],
    ["a list", `[${line}]`],
    ["an extra field", line.replace("{", '{"note":"x",')],
    ["a missing field", line.replace('"kid":"k",', "")],
    ["a duplicate field", line.replace("{", '{"kid":"l",')],
    ["another version", line.replace('"version":2', '"version":3')],
    ["a sequence of zero", line.replace('"sequence":1', '"sequence":0')],
    ["a hash in upper case", line.replace(/"hash":"[0-9a-f]+"/u, (hash) => hash.toUpperCase().replace("HASH", "hash"))],
    ["a head", JSON.stringify(chain.slice(0, 1).map(headOf)[0])]
  ])("is not a receipt: %s", (_, text) => {
    expect(readReceipt(text)._tag).toBe("None")
  })

  it("is not a head if it is a receipt", () => {
    expect(readReceiptHead(line)._tag).toBe("None")
  })
})
