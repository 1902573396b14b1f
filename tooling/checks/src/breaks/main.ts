import { readFileSync } from "node:fs"
import { Result, Schema } from "effect"
import { command } from "../packaging/command.ts"

import { type Compared, Document, type Operation, type Side, schemaBreaks } from "./schemas.ts"

/** What in the current document would break a client of the released one. None: it may be released as a minor version. */
export const breaks = (released: Document, current: Document): ReadonlyArray<string> =>
  Object.entries(released.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, was]) => {
      const at = `${method.toUpperCase()} ${path}`
      const is = current.paths[path]?.[method]
      const on = (side: Side): Compared => ({ released, current, side })
      return is === undefined
        ? [`${at}: is gone`]
        : [
            ...(was.operationId === is.operationId ? [] : [`${at}: operationId was ${was.operationId}`]),
            ...parameterBreaks(at, was, is, on("request")),
            ...bodyBreaks(at, was, is, on("request")),
            ...responseBreaks(at, was, is, on)
          ]
    })
  )

const parameterBreaks = (at: string, was: Operation, is: Operation, of: Compared): ReadonlyArray<string> => {
  const [before, after] = [was.parameters ?? [], is.parameters ?? []]
  const gone = before
    .filter(({ in: place, name }) => !after.some((now) => now.name === name && now.in === place))
    .map(({ name }) => `${at} ${name}: is gone`)
  const changed = after.flatMap((now) => {
    const then = before.find(({ in: place, name }) => now.name === name && now.in === place)
    const isDemanded = now.required === true && then?.required !== true
    return [
      ...(isDemanded ? [`${at} ${now.name}: has to be sent now`] : []),
      ...(then === undefined ? [] : schemaBreaks(`${at} ${now.name}`, then.schema, now.schema, of))
    ]
  })
  return [...gone, ...changed]
}

const bodyBreaks = (at: string, was: Operation, is: Operation, of: Compared): ReadonlyArray<string> => {
  const isDemanded = is.requestBody?.required === true && was.requestBody?.required !== true
  return [
    ...(isDemanded ? [`${at} request: has to be sent now`] : []),
    ...contentBreaks(`${at} request`, was.requestBody?.content, is.requestBody?.content, of)
  ]
}

const responseBreaks = (
  at: string,
  was: Operation,
  is: Operation,
  on: (side: Side) => Compared
): ReadonlyArray<string> => {
  const isNew = (status: string) => Number(status) < 400 && was.responses[status] === undefined
  const added = Object.keys(is.responses).filter(isNew)
  return [
    ...added.map((status) => `${at} ${status}: was not there`),
    ...Object.entries(was.responses).flatMap(([status, response]) => {
      const now = is.responses[status]
      const side = Number(status) < 400 ? "response" : "refusal"
      return now === undefined
        ? [`${at} ${status}: is gone`]
        : contentBreaks(`${at} ${status}`, response.content, now.content, on(side))
    })
  ]
}

type Content = Operation["responses"][string]["content"]

const contentBreaks = (at: string, was: Content, is: Content, of: Compared): ReadonlyArray<string> =>
  Object.entries(was ?? {}).flatMap(([mediaType, { schema }]) => {
    const now = is?.[mediaType]
    return now === undefined ? [`${at} ${mediaType}: is gone`] : schemaBreaks(at, schema, now.schema, of)
  })

/** The OpenAPI document, from the root of the repository, which is the working directory. */
const FILE = "docs/generated/openapi.json"

/** Exit codes: 0 when a client of REF can call today's service, 1 when one would break, 2 when nothing was compared. */
const compare = async ([ref, ...more]: ReadonlyArray<string>): Promise<0 | 1 | 2> => {
  if (ref === undefined || more.length > 0) return refuse("Usage: npm run breaks -- REF, such as the last release tag.")
  const commit = await git("rev-parse", "--verify", "--quiet", "--end-of-options", `${ref}^{commit}`)
  if (!commit.ok) return refuse(`${ref} names no commit here. Fetch the tags, or correct the name.`)
  const released = await git("show", `${commit.output.trim()}:${FILE}`)
  if (!released.ok) return refuse(`${ref} has no ${FILE}. Name a commit that has one.`)
  const was = decode(released.output)
  if (Result.isFailure(was))
    return refuse(`${FILE} of ${ref} is not an OpenAPI document of this service: ${was.failure}`)
  const is = decode(readFileSync(FILE, "utf8"))
  if (Result.isFailure(is)) return refuse(`${FILE} is not an OpenAPI document of this service: ${is.failure}`)
  const found = breaks(was.success, is.success)
  for (const each of found) console.log(each)
  console.log(`breaks: ${found.length} of the changes since ${ref} would break a client`)
  return found.length === 0 ? 0 : 1
}

const git = (...args: ReadonlyArray<string>) => command("git", args, process.cwd())

const refuse = (message: string): 2 => {
  console.error(message)
  return 2
}

const decode = Schema.decodeUnknownResult(Schema.fromJsonString(Document))

// A document that is missing or whose references dangle was not compared either.
process.exitCode = await compare(process.argv.slice(2)).catch((error: unknown) => refuse(String(error)))
