import { isJsonObject, type Json, type JsonObject } from "@countersign/account-types"
import { type Answer, type Caller, callers, type World } from "./world.ts"

export const CUSTOMERS = "/customers/external-accounts"
export const PLATFORM = "/platform/external-accounts"

/** A person whom every destination takes. */
export const person = {
  beneficiaryType: "INDIVIDUAL",
  fullName: "Ada Lovelace",
  phoneNumber: "+442079460000",
  countryOfResidence: "GB",
  address: { line1: "1 Main Street", city: "London", postalCode: "SW1A 1AA", country: "GB" }
}

/** A business whom every destination takes, in the shape of the interface. */
export const business = {
  beneficiaryType: "BUSINESS",
  businessInfo: { legalName: "Acme Ltd", registrationNumber: "RC-204117", taxId: "20411734-0001" },
  phoneNumber: "+442079460000",
  countryOfResidence: "GB",
  address: person.address
}

/** A body that creates an account in pounds. */
export const gbp = (accountNumber = "12345678", more: JsonObject = {}) => ({
  currency: "GBP",
  accountInfo: { accountType: "GBP_ACCOUNT", sortCode: "200000", accountNumber, beneficiary: person },
  ...more
})

/** A body that creates an account in dollars. */
export const usd = (info: JsonObject = {}, more: JsonObject = {}) => ({
  currency: "USD",
  accountInfo: {
    accountType: "USD_ACCOUNT",
    accountNumber: "1234567890",
    routingNumber: "021000021",
    beneficiary: person,
    ...info
  },
  ...more
})

/** A body with other values at some paths of its `accountInfo`, such as `beneficiary.birthDate`. */
export const withInfo = (body: { readonly accountInfo: JsonObject }, at: Readonly<Record<string, Json>>): JsonObject =>
  Object.entries(at).reduce<JsonObject>(
    (changed, [path, value]) => replaced(changed, ["accountInfo", ...path.split(".")], value),
    { ...body }
  )

const replaced = (target: Json | undefined, [name, ...rest]: ReadonlyArray<string>, value: Json): JsonObject => {
  const object = isJsonObject(target) ? target : {}
  if (name === undefined) throw new Error("a path names a field")
  return { ...object, [name]: rest.length === 0 ? value : replaced(object[name], rest, value) }
}

/** Creates something by POST, by default an account of the platform. Throws when the call is refused or wants a signature. */
export const created = async (
  world: Pick<World, "call">,
  body: unknown,
  caller: Caller = callers.a,
  path = PLATFORM
) => {
  const answer = await world.call(caller, "POST", path, { body })
  if (answer.status > 201) throw new Error(`POST ${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
  return answer.body
}

/** A customer of this type; a business has what `businessInfo` says. */
export const customerId = async (world: World, caller: Caller = callers.a, body: object = {}): Promise<string> => {
  const info = { customerType: "INDIVIDUAL", email: "ada@example.com", ...body }
  return (await created(world, info, caller, "/customers")).id
}

/** The fields that a refusal names. */
export const faultsOf = ({ body }: Answer): ReadonlyArray<string> =>
  (body.details?.errors ?? []).map(({ field }: { readonly field: string }) => field)

export const patch = (world: World, id: string, body: unknown, caller: Caller = callers.a, path = PLATFORM) =>
  world.call(caller, "PATCH", `${path}/${id}`, { body })

export const read = (world: World, id: string, caller: Caller = callers.a, path = PLATFORM) =>
  world.call(caller, "GET", `${path}/${id}`)

/** Every item of a list, page by page. */
export const itemsOf = async (world: World, path: string, caller: Caller = callers.a, limit = 100) => {
  const items: Array<Answer["body"]> = []
  for (let cursor = ""; ; ) {
    const page = `${path.includes("?") ? "&" : "?"}limit=${limit}${cursor}`
    const { body } = await world.call(caller, "GET", `${path}${page}`)
    items.push(...body.data)
    if (body.nextCursor === undefined) return items
    cursor = `&cursor=${body.nextCursor}`
  }
}

/** Every id of a list. */
export const idsOf = async (world: World, path: string, caller?: Caller): Promise<ReadonlyArray<string>> =>
  (await itemsOf(world, path, caller)).map(({ id }) => id)
