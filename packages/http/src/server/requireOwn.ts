import { Effect } from "@countersign/core/effect"
import { type Json, missing, ownedIdOf, ownsAll } from "@countersign/core/internal"
import type { Refusal } from "../errors/answer.ts"
import type { WalletUser } from "../message/hostTypes.ts"
import type { OfUser } from "../resources/endpoint.ts"
import type { Received } from "./route.ts"

/**
 * Fails with the refusal of a call that is not the user's to make. The call must name the object that the endpoint is
 * about, and must name no object of another customer, wherever in the call its id is.
 */
export const requireOwn = Effect.fnUntraced(function* (
  { customerId }: WalletUser,
  { fields, owner }: OfUser,
  { body, params, query }: Pick<Received, "body" | "params" | "query">
) {
  const sent = body?.value ?? null
  const named: Json = body === undefined ? query : sent
  const absent = owner === "id" || owner === "none" ? [] : missing(named, [owner])
  const surplus = fields === undefined ? [] : Object.keys(Object(sent)).filter((name) => !fields.includes(name))
  const errors = [
    ...absent.map((field) => ({ field, message: "The field is missing. Send an id of the signed-in user." })),
    ...surplus.map((field) => ({ field, message: "Only the platform can set the field. Send the call without it." }))
  ]
  if (errors.length > 0) return yield* Effect.fail<Refusal>({ _tag: "InputInvalid", errors })
  const texts = [...Object.values(params), ...Object.values(query).flat(), ...textsIn(sent)]
  const ids = new Set(texts.flatMap((text) => ownedIdOf(text) ?? []))
  if (ids.size > MOST_IDS) return yield* Effect.fail<Refusal>({ _tag: "IdsTooMany" })
  if (!(yield* ownsAll(customerId, ids))) return yield* Effect.fail<Refusal>({ _tag: "ObjectOfAnother" })
})

/** The most objects that a call of a user may name. No endpoint takes more than three. */
const MOST_IDS = 8

/** Every text in a JSON value. */
const textsIn = (value: Json): ReadonlyArray<string> => {
  if (typeof value === "string") return [value]
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : []
}
