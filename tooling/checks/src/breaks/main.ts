import { readFileSync } from "node:fs"
import { command } from "../packaging/command.ts"
import { breaks } from "./breaks.ts"
import { documentIn } from "./schemas.ts"

/** The path of the OpenAPI document, relative to the repository root (the working directory). */
const FILE = "docs/generated/openapi.json"

/** Exit codes: 0 when clients of REF remain compatible, 1 when a change breaks them, 2 when nothing was compared. */
const compare = async ([ref, ...more]: ReadonlyArray<string>): Promise<0 | 1 | 2> => {
  if (ref === undefined || more.length > 0) return refuse("Usage: npm run breaks -- REF, such as the last release tag.")
  const commit = await git("rev-parse", "--verify", "--quiet", "--end-of-options", `${ref}^{commit}`)
  if (!commit.ok) return refuse(`${ref} names no commit here. Fetch the tags, or correct the name.`)
  const released = await git("show", `${commit.output.trim()}:${FILE}`)
  if (!released.ok) return refuse(`${ref} has no ${FILE}. Name a commit that has one.`)
  const [was, is] = [documentIn(released.output), documentIn(readFileSync(FILE, "utf8"))]
  if (was === undefined) return refuse(`${FILE} of ${ref} is not an OpenAPI document of this service`)
  if (is === undefined) return refuse(`${FILE} is not an OpenAPI document of this service`)
  const found = breaks(was, is)
  for (const each of found) console.log(each)
  console.log(`breaks: ${found.length} of the changes since ${ref} would break a client`)
  return found.length === 0 ? 0 : 1
}

const git = (...args: ReadonlyArray<string>) => command("git", args, process.cwd())

const refuse = (message: string): 2 => {
  console.error(message)
  return 2
}

// A missing document, or one with dangling references, was not compared either.
process.exitCode = await compare(process.argv.slice(2)).catch((error: unknown) => refuse(String(error)))
