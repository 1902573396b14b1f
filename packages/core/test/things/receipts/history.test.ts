import { canonicalJson, decodeUtf8, encodeHex, encodeUtf8, publicKeyOf, sha256Hex, signP256 } from "@countersign/wire"
import { Effect, Layer } from "effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { CurrentEnvironment, Policy, Secrets, ServiceKey, Vault } from "../../../src/index.ts"
import { defaultPolicy, type Receipt, readReceipt, receiptAudit } from "../../../src/internal.ts"
import { type NewReceipt, withReceipt } from "../../../src/steps/receiptPlan.ts"
import { detailsReader, resealedHead } from "../../../src/steps/sealedDetails.ts"
import { noChanges } from "../../../src/store/plans.ts"
import type { Stored } from "../../../src/store/records.ts"
import { mergedPage } from "../../../src/things/receipts/read.ts"
import { activities, ofReceipt, ofRecorded, typeOf } from "../../../src/things/receipts/rules/Activity.ts"
import {
  OperatorAct,
  receiptHeads,
  receipts,
  type StoredHead,
  shredded
} from "../../../src/things/receipts/rules/Receipt.ts"
import { accountId, credentialId, here, idOf, recordOf, sessionId, T } from "../../given.ts"

const service = new Uint8Array(32).fill(11)
const signer = publicKeyOf(service)
const details = { payee: "Ana", credentialName: "phone" }

/** A vault whose ciphertexts name their key and context, and open under both alone. */
const locked = (key: string, text: Uint8Array, context: string) => JSON.stringify([key, context, encodeHex(text)])
const unlocked = (key: string, sealed: string, context: string) =>
  Effect.suspend(() => {
    const [used, bound, hex] = JSON.parse(sealed)
    return used === key && bound === context
      ? Effect.succeed(Uint8Array.from(Buffer.from(String(hex), "hex")))
      : Effect.die("another key or context")
  })
const services = Layer.unwrap(
  Effect.sync(() => {
    let drawn = 0
    const sign = (bytes: Uint8Array) => Effect.sync(() => signP256(bytes, service))
    return Layer.mergeAll(
      Layer.succeed(CurrentEnvironment, here),
      Layer.succeed(Policy, defaultPolicy),
      Layer.succeed(ServiceKey, { receipts: { kid: "k", publicKey: signer, sign } } as never),
      Layer.succeed(Secrets, {
        bytes: (count) =>
          Effect.sync(() => {
            drawn += 1
            return new Uint8Array(count).fill(drawn)
          }),
        code: () => Effect.die("no code is generated")
      }),
      Layer.mock(Vault)({
        seal: (text, context) => Effect.succeed(locked("vault", text, context)),
        open: (sealed, context) => unlocked("vault", sealed, context),
        sealWith: (key, text, context) => Effect.succeed(locked(encodeHex(key), text, context)),
        openWith: (key, sealed, context) => unlocked(encodeHex(key), sealed, context)
      })
    )
  })
)
type Services = Layer.Success<typeof services>
const run = <A, E>(work: Effect.Effect<A, E, Services>) => Effect.runSync(Effect.provide(work, services))

const authorised = (nth: number): NewReceipt["authorised"] => ({
  consumed: idOf("Request", nth),
  operation: "RevokeCredential",
  method: "DELETE",
  path: "/auth/credentials/x",
  bodyDigest: "",
  payloadSha256: sha256Hex(""),
  proof: { type: "WAIVED" },
  by: { sessionId, credentialId }
})

/** The receipt and the next head of one commit. `erases`: its plan shreds the head. */
const append = Effect.fnUntraced(function* (
  head: Stored<StoredHead> | undefined,
  { details, erases = false }: { readonly details?: NewReceipt["details"]; readonly erases?: boolean } = {}
) {
  const nth = (head?.value.sequence ?? 0) + 1
  const context = yield* Effect.context<Services>()
  const plan = { ...noChanges, changes: erases && head !== undefined ? [shredded(head, T)] : [] }
  const { changes } = yield* Effect.gen(() =>
    withReceipt(context, plan, { authorised: authorised(nth), chain: { accountId, head, at: T + nth }, details })
  )
  const bodies = (name: string) =>
    changes.flatMap((change) => (change.collection.name === name && change.op !== "remove" ? [change.body] : []))
  const [heads, written] = [bodies("receipt_heads"), bodies("receipts")]
  expect([heads.length, written.length]).toEqual([1, 1])
  const { expiresAt: _, ...receipt } = receipts.decode(written[0] ?? null)
  return { receipt, head: recordOf(receiptHeads, receiptHeads.decode(heads[0] ?? null), nth) }
})

/** A chain of one receipt for each entry, and its last head. */
const chainOf = Effect.fnUntraced(function* (entries: ReadonlyArray<Parameters<typeof append>[1]>) {
  let head: Stored<StoredHead> | undefined
  const chain: Array<Receipt> = []
  for (const entry of entries) {
    const next = yield* append(head, entry)
    chain.push(next.receipt)
    head = next.head
  }
  return { chain, head }
})

const faultsOf = (chain: ReadonlyArray<Receipt>) => {
  const audit = receiptAudit({ signers: [signer] })
  return chain.flatMap((receipt) => audit.take(receipt)).map(({ fault, sequence }) => `${fault} ${sequence}`)
}

describe("the details of receipts", () => {
  it("HI1: only the digest of their ciphertext is signed, and the chain is valid with them and without them", () => {
    const { chain } = run(chainOf([{ details }, {}, { details }]))
    expect(chain.map((receipt) => receipt.detailsSha256)).toEqual(
      chain.map((receipt) => (receipt.details === undefined ? undefined : sha256Hex(receipt.details)))
    )
    expect(chain[1]?.detailsSha256).toBeUndefined()
    const plain = [canonicalJson(details), JSON.stringify(details)].map(sha256Hex)
    expect(plain.filter((digest) => JSON.stringify(chain).includes(digest))).toEqual([])
    expect(faultsOf(chain)).toEqual([])
    expect(faultsOf(chain.map(({ details: _, ...rest }) => rest))).toEqual([])
  })

  it("HI2: altered, exchanged or added details are detected", () => {
    const { chain } = run(chainOf([{ details }, {}, { details }]))
    const [one, two, three] = chain
    if (one === undefined || two === undefined || three?.details === undefined) return expect.unreachable()
    expect(faultsOf([{ ...one, details: `${one.details} ` }])).toEqual(["DETAILS_ALTERED 1"])
    expect(faultsOf([{ ...one, details: three.details }])).toEqual(["DETAILS_ALTERED 1"])
    expect(faultsOf([one, { ...two, details: three.details }])).toEqual(["DETAILS_ALTERED 2"])
    const { detailsSha256: _, details: __, ...bare } = one
    expect(faultsOf([bare])).toEqual(["ALTERED 1"])
  })

  it("HI2: any changed character of a line with details is detected", () => {
    const { chain } = run(chainOf([{ details }, { details }, { details }]))
    const lines = chain.map((receipt) => JSON.stringify(receipt))
    fc.assert(
      fc.property(fc.nat(2), fc.nat(4000), fc.constantFrom(...'0123456789abcdef"{}[]:,\\'), (which, place, mark) => {
        const read = lines.map((line, at) => {
          const place_ = place % line.length
          return readReceipt(at === which ? line.slice(0, place_) + mark + line.slice(place_ + 1) : line)
        })
        const whole = read.flatMap((one) => (one._tag === "Some" ? [one.value] : []))
        const isSame =
          whole.length === 3 && whole.every((one, at) => canonicalJson({ ...one }) === canonicalJson({ ...chain[at] }))
        expect(isSame || whole.length < 3 || faultsOf(whole).length > 0).toBe(true)
      }),
      { numRuns: 100 }
    )
  })

  it("HI3: share one key for each account, and open at their own position alone", () => {
    run(
      Effect.gen(function* () {
        const { chain, head } = yield* chainOf([{}, { details }, {}, { details: { email: "a@example.com" } }])
        const read = yield* detailsReader(head)
        expect(yield* Effect.forEach(chain, read)).toEqual([undefined, details, undefined, { email: "a@example.com" }])
        const moved = { ...(chain[1] ?? expect.unreachable()), sequence: 4 }
        expect((yield* Effect.exit(read(moved)))._tag).toBe("Failure")
      })
    )
  })

  it("HI4: an erasure removes the key from the head in the commit of its receipt, which the chain continues", () => {
    run(
      Effect.gen(function* () {
        const before = yield* chainOf([{ details }, { details }])
        const key = before.head?.value.sealed ?? expect.unreachable()
        const erased = yield* append(before.head, { details, erases: true })
        expect(JSON.stringify(erased)).not.toContain(key)
        expect(erased.head.value).not.toHaveProperty("sealed")
        expect(erased.receipt).not.toHaveProperty("details")
        const chain = [...before.chain, erased.receipt]
        expect(faultsOf(chain)).toEqual([])
        const read = yield* detailsReader(erased.head)
        expect(yield* Effect.forEach(chain, read)).toEqual([undefined, undefined, undefined])
        // The control: with the head of before, they open.
        expect(yield* Effect.forEach(before.chain, yield* detailsReader(before.head))).toEqual([details, details])
      })
    )
  })

  it("are readable after the rotation of the vault key, and a head without a key gets none", () => {
    run(
      Effect.gen(function* () {
        const { chain, head } = yield* chainOf([{ details }])
        const next = yield* resealedHead(head?.value ?? expect.unreachable())
        expect(yield* Effect.forEach(chain, yield* detailsReader(recordOf(receiptHeads, next)))).toEqual([details])
        const { sealed: _, ...bare } = next
        expect(yield* resealedHead(bare)).toEqual(bare)
      })
    )
  })
})

it("HI5: a receipt of version 1 verifies, and its hash covers the domain of its version", () => {
  const { chain } = run(chainOf([{}]))
  const { hash: _, signature: __, ...terms } = chain[0] ?? expect.unreachable()
  const signed = (version: 1 | 2, domain: number): Receipt => {
    const bytes = encodeUtf8(`countersign receipt v${domain}\n${canonicalJson({ ...terms, version })}`)
    return { ...terms, version, hash: sha256Hex(decodeUtf8(bytes)), signature: encodeHex(signP256(bytes, service)) }
  }
  expect(faultsOf([signed(1, 1)])).toEqual([])
  expect(faultsOf([signed(2, 2)])).toEqual([])
  expect(faultsOf([signed(2, 1)])).toEqual(["ALTERED 1"])
})

describe("an activity", () => {
  it("has a type for every operation with a receipt", () => {
    const signed =
      "VerifyCredential LoginWithPasskey RefreshSession RevokeSession RevokeOtherSessions AddCredential RevokeCredential UpdateAccount ExportWallet UpdateCustomer DeleteCustomer EraseCustomer ExecuteQuote Host/Settle"
    const types = [...signed.split(" "), ...OperatorAct.literals].map((operation) => typeOf({ operation }))
    expect(types).not.toContain("OTHER")
    expect(typeOf({ operation: "OfALaterRelease" })).toBe("OTHER")
  })

  it("GO5: is listed as OTHER if a newer version recorded it, with a type that this one does not know", () => {
    const body = { activityId: idOf("Lookup", 1), accountId, at: T, type: "CARD_ISSUED", expiresAt: T + 1 }
    const id = body.activityId
    expect(ofRecorded(activities.decode(body))).toEqual({ id, at: T, type: "OTHER", actor: "SERVICE" })
    const known = { ...body, type: "PAYMENT_SENT" }
    expect(ofRecorded(activities.decode(known))).toEqual({ id, at: T, type: "PAYMENT_SENT", actor: "PLATFORM" })
  })

  const { chain } = run(chainOf([{ details }]))
  const receipt = chain[0] ?? expect.unreachable()
  const other = idOf("AuthMethod", 2)
  const row = (id: string, collection: string, from: number) => ({ collection, id, from, to: from + 1 })

  it("names the credential that changed, and the session and credential that signed", () => {
    const changes = [row("r", "signed_requests", 1), row(other, "credentials", 1)]
    expect(ofReceipt({ ...receipt, changes }, details)).toEqual({
      id: receipt.consumed,
      at: receipt.at,
      type: "CREDENTIAL_REMOVED",
      actor: "END_USER",
      credentialId: other,
      signedBy: { sessionId, credentialId },
      sequence: 1,
      operation: "RevokeCredential",
      details
    })
  })

  it("HI4: reports that its details were erased, and not that it had none", () => {
    expect(ofReceipt(receipt, undefined)).toMatchObject({ isErased: true })
    expect(ofReceipt(receipt, details)).not.toHaveProperty("isErased")
    const { detailsSha256: _, ...bare } = receipt
    expect(ofReceipt(bare, undefined)).not.toHaveProperty("isErased")
  })

  it("names the session that opened, and not one that it replaced", () => {
    const changes = [row("old", "sessions", 3), row("new", "sessions", 0)]
    const opened = { ...receipt, operation: "VerifyCredential", changes, sessionId: null }
    expect(ofReceipt(opened, undefined)).toMatchObject({ type: "SESSION_OPENED", sessionId: "new", credentialId })
  })

  it("of an operator names the actor and the reason, and an erasure its reason", () => {
    const proof = { type: "OPERATOR", actor: "support-7", reason: "stolen", tokenId: null } as const
    const act = { ...receipt, operation: "SuspendAccount", proof }
    const said = { actor: "OPERATOR", actorName: "support-7", reason: "stolen" }
    expect(ofReceipt(act, undefined)).toMatchObject({ type: "ACCOUNT_SUSPENDED", ...said })
    const erased = { ...receipt, operation: "EraseCustomer", proof: { type: "ERASURE", reason: "law" } as const }
    expect(ofReceipt(erased, undefined)).toMatchObject({ type: "CUSTOMER_ERASED", actor: "PLATFORM", reason: "law" })
  })
})

describe("two lists merged page by page", () => {
  it("HI6: have every item once and in order, whatever the pages, the ties and the places where a scan stopped", () => {
    const times = fc.array(fc.nat(6), { maxLength: 12 })
    fc.assert(
      fc.property(
        times,
        times,
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 1, max: 5 }),
        (ones, others, limit, scan) => {
          const rows = (name: string, at: ReadonlyArray<number>) =>
            at.map((createdAt, nth) => ({ item: `${name}${nth}`, position: { createdAt, id: `${name}${nth}` } }))
          const newest = (a: Row, b: Row) =>
            b.position.createdAt - a.position.createdAt ||
            Number(a.position.id < b.position.id) - Number(a.position.id > b.position.id)
          type Row = ReturnType<typeof rows>[number]
          const lists = [rows("a", ones).toSorted(newest), rows("b", others).toSorted(newest)] as const
          /** A page as `listPage` returns it: of at most `limit` items, out of at most `scan` rows. */
          const pageOf = (list: ReadonlyArray<Row>, after: Row["position"] | undefined) => {
            const rest = list.filter((each) => after === undefined || newest({ item: "", position: after }, each) < 0)
            const seen = rest.slice(0, Math.max(1, Math.min(limit, scan)))
            const next = rest.length > seen.length ? seen.at(-1)?.position : undefined
            return { items: seen, ...(next === undefined ? {} : { next }) }
          }
          const got: Array<string> = []
          let after: Row["position"] | undefined
          for (let page = 0; page < 100; page += 1) {
            const { items, next } = mergedPage(pageOf(lists[0], after), pageOf(lists[1], after), limit)
            expect(items.length).toBeLessThanOrEqual(limit)
            got.push(...items)
            after = next
            if (next === undefined) break
          }
          expect(got).toEqual([...lists[0], ...lists[1]].toSorted(newest).map(({ item }) => item))
        }
      )
    )
  })
})
