import { readdirSync, readFileSync } from "node:fs"
import { Schema } from "effect"

const Sent = Schema.Record(Schema.String, Schema.Unknown)

/** Known answers of account types. `accountType` and a valid beneficiary are added where a vector has none. */
const Vectors = Schema.Struct({
  accountTypes: Schema.Array(Schema.String),
  /** Accepted in both modes. */
  accepted: Schema.Array(Sent),
  /** Refused at exactly this path; with "production", the sandbox accepts the same. */
  refused: Schema.Array(
    Schema.Union([
      Schema.Tuple([Schema.String, Sent]),
      Schema.Tuple([Schema.String, Sent, Schema.Literal("production")])
    ])
  )
})

const folder = new URL("../../vectors/", import.meta.url)
const decode = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Array(Vectors)))

/** The vectors of every account type, by the name of the type. Read from `tooling/harness/vectors`. */
export const vectors = new Map(
  readdirSync(folder)
    .flatMap((file) => decode(readFileSync(new URL(file, folder), "utf8")))
    .flatMap((each) => each.accountTypes.map((name) => [name, each] as const))
)
