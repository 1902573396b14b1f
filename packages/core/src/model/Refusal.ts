import { type Cause, Schema } from "effect"

/**
 * The entry of a refusal in the error catalogue (I16): what a caller receives. A static field of the refusal's class.
 * It contains no HTTP status; packages/http derives the status from `kind`.
 */
export interface CatalogueEntry extends RefusalTexts {
  readonly kind: "invalid" | "unauthorized" | "forbidden" | "missing" | "conflict" | "gone" | "limited" | "unavailable"
  /** Clients match on this. It never changes once published. */
  readonly code: string
}

/** The texts of a refusal. All but `cause` and `remedy` are part of the response. */
export interface RefusalTexts {
  /** The failed check as a constant, for programs. */
  readonly check?: string
  /** The failed check in a few words, for people and logs. */
  readonly reason?: string
  /** States the problem and what the caller should do, in at most two sentences. */
  readonly message: string
  /** Why the server refuses such a call. Printed on the errors page. */
  readonly cause: string
  /** How to find and correct the mistake. Printed on the errors page. */
  readonly remedy: string
}

/** The texts of a refusal that shares its code with others, so that `reason` distinguishes it. */
type ReasonedTexts = RefusalTexts & { readonly reason: string }

export const entry = (kind: CatalogueEntry["kind"], code: string, texts: RefusalTexts): CatalogueEntry => ({
  kind,
  code,
  ...texts
})

/** As {@link entry}, for {@link Refusal}. */
export const withCode =
  (kind: CatalogueEntry["kind"], code: string) =>
  (texts: RefusalTexts): CatalogueEntry =>
    entry(kind, code, texts)

/** The call contains a value that is not accepted. */
export const invalid = (texts: ReasonedTexts): CatalogueEntry => entry("invalid", "INVALID_INPUT", texts)

/** No resource has this id. */
export const missing = (texts: RefusalTexts): CatalogueEntry => entry("missing", "REFERENCE_NOT_FOUND", texts)

/** The state of the resource does not permit the call. */
export const conflict = (texts: ReasonedTexts): CatalogueEntry => entry("conflict", "CONFLICT", texts)

/** A proof is missing or invalid. All of these share one code; `check` and `reason` distinguish them. */
export const unauthorized =
  (check: string) =>
  (texts: ReasonedTexts): CatalogueEntry =>
    entry("unauthorized", "UNAUTHORIZED", { check, ...texts })

/**
 * The base class of a refusal: first its tag and the fields of an instance, then the form of its catalogue entry and the
 * texts. The tag repeats the name of the class, and the errors page links to it.
 */
export function Refusal<Tag extends string, const Fields extends Schema.Struct.Fields = Record<never, never>>(
  tag: Tag,
  fields?: Fields
): <Texts extends RefusalTexts>(
  entryOf: (texts: Texts) => CatalogueEntry,
  texts: NoInfer<Texts>
) => RefusalClass<Schema.TaggedStruct<Tag, Fields>>
export function Refusal(tag: string, fields: Schema.Struct.Fields = {}): unknown {
  return <Texts extends RefusalTexts>(entryOf: (texts: Texts) => CatalogueEntry, texts: Texts) =>
    Object.assign(Schema.TaggedError<Cause.YieldableError>()(tag, fields), { entry: entryOf(texts) })
}

type RefusalClass<S extends Schema.Struct<Schema.Struct.Fields>> = { readonly entry: CatalogueEntry } & Schema.Class<
  S["Type"] & Cause.YieldableError,
  S,
  Cause.YieldableError
>
