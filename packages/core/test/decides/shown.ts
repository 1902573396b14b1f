import { Result } from "effect"
import { expect, it } from "vitest"
import type { Limited, Plan, Recorded, Signer } from "../../src/internal.ts"
import type { Receipted } from "../../src/steps/carryOut.ts"
import { journal } from "../../src/things/payments/rules/Journal.ts"
import { here, T } from "../given.ts"

interface Committed extends Plan, Partial<Limited & Receipted> {
  readonly signer?: Signer
  readonly activity?: { readonly type: string }
}
type Refusal = { readonly _tag: string } | Recorded<{ readonly _tag: string }, Committed>

const isRecorded = (refusal: Refusal): refusal is Recorded<{ readonly _tag: string }, Committed> => "plan" in refusal

/**
 * Prints a decision: `+sessions Active` inserts a record in that state, `~` replaces one, `-` removes one, and `=`
 * guards that one is unchanged. Events, notices, rate limits, money movements and receipts follow. A refusal prints as
 * its tag.
 */
const shown = (decided: Result.Result<Committed, Refusal>): ReadonlyArray<string> =>
  Result.match(decided, {
    onSuccess: committed,
    onFailure: (refusal) => (isRecorded(refusal) ? [...committed(refusal.plan), refusal.refusal._tag] : [refusal._tag])
  })

const committed = ({ activity, changes, drafts = [], guards = [], limits = [], receipts = [], signer }: Committed) => [
  ...changes.filter((change) => !isEntry(change)).map(changed),
  ...guards.map((guard) => (guard.guard === "before" ? `before ${after(guard.at)}` : `=${guard.collection.name}`)),
  ...drafts.map(({ insert }) => changed(insert("Webhook:019ca945-0a00-7004-89aa-eb1635c726a6", here))),
  ...limits.map(({ key }) => `limit ${key.replace(/:\S{36}/gu, "")}`),
  ...booked(changes.filter(isEntry)),
  ...receipts.map(({ authorised: { operation, proof } }) => `receipt ${operation} ${proof.type}`),
  ...(signer === undefined ? [] : [`signed by ${signerOf(signer)}: ${activity?.type.replace("ACTIVITY_TYPE_", "")}`])
]

const isEntry = ({ collection }: Plan["changes"][number]) => collection.name === journal.name

/** The moves of the entries, which end their ids. */
const booked = (entries: Plan["changes"]) =>
  entries.length === 0 ? [] : [`book ${entries.map(({ id }) => id.split(" ")[1]).join(", ")}`]

const signerOf = (signer: Signer) =>
  signer._tag === "SessionOfAccount" && signer.except !== undefined ? "SessionOfAccount except this" : signer._tag

const changed = (change: Plan["changes"][number]): string => {
  const { collection, op } = change
  if (op === "remove") return `-${collection.name}`
  const field = (name: string, of: unknown = change.body) =>
    typeof of === "object" && of !== null ? Reflect.get(of, name) : undefined
  if (collection.name === "events")
    return ["event", field("type"), field("sequence"), field("lastFault")].join(" ").trim()
  if (collection.name === "notices") return `notice ${field("kind", field("notice"))} to ${field("to")}`
  if (collection.name === "activities") return `activity ${field("type")}`
  const flags = FLAGS.filter((name) => field(name) === true)
  return [
    `${op === "insert" ? "+" : "~"}${collection.name}`,
    ...STANDING.flatMap((name) => field(name) ?? []),
    ...[field("counter", field("material")) ?? []].flat(),
    ...[field("tokens", field("level")) ?? []].flat().map((tokens) => `level ${tokens}`),
    ...flags
  ].join(" ")
}

/** The fields that contain the state of a record. */
const STANDING = ["_tag", "status", "money", "standing", "balance", "failures"]

const FLAGS = ["isTooLong", "isWithheld", "privateEnabled"]

const after = (at: number) => (at < T ? String(at - T) : `+${at - T}`)

/** A row of a table: the test title, the decision, and its printed form; "nothing" if nothing is committed. */
export type Row = readonly [sentence: string, decided: Result.Result<Committed, Refusal>, words: string]

/** Each test decides its table again, so that mutation testing attributes the decisions to the test. */
export const decides = (table: () => ReadonlyArray<Row>): void => {
  for (const [nth, [sentence]] of table().entries()) {
    it(sentence, () => {
      const [, decided, words] = table()[nth] ?? expect.unreachable()
      expect(shown(decided).join("; ") || "nothing").toBe(words)
    })
  }
}
