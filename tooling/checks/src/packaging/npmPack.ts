import { Schema } from "effect"
import { root } from "../workspace/disk.ts"
import { command } from "./command.ts"

/** The report of `npm pack` for each package, also of a dry run. No package scripts are run. */
export const npmPack = async (args: ReadonlyArray<string>) => {
  const { ok, output } = await command("npm", ["pack", "--ignore-scripts", "--json", ...args], root)
  if (!ok) throw new Error(output)
  return decode(output)
}

const decode = Schema.decodeUnknownSync(
  Schema.fromJsonString(
    Schema.Array(
      Schema.Struct({
        name: Schema.String,
        filename: Schema.String,
        files: Schema.Array(Schema.Struct({ path: Schema.String }))
      })
    )
  )
)
