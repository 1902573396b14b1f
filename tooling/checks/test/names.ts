import { namedSnippets } from "../src/readme/pagesRun.ts"
import { filesBelow, text, workspaces } from "../src/workspace/disk.ts"
import { proseOf, tableRows } from "../src/workspace/markdown.ts"

/** The names that exist, as the code itself lists them. */
export interface Existing {
  /** Dotted names by their first part: `client.passkeys.register`, `policy.otpLength`. */
  readonly paths: ReadonlySet<string>
  /** `POST /auth/credentials/{}`, and the documents and health checks. */
  readonly endpoints: ReadonlySet<string>
  /** ` receipts export`, and its options ` receipts export --to`. */
  readonly commands: ReadonlySet<string>
  /** Names of scripts of package.json. */
  readonly scripts: ReadonlySet<string>
  /** Fields of bodies with a field inside: `limits.sessionLifetime`. */
  readonly fields: ReadonlySet<string>
  /** Every word of the sources. */
  readonly words: ReadonlySet<string>
  readonly isThere: (file: string) => boolean
}

/** Returns the names of a page, each between backticks in its prose, that do not exist. `programs` are those of the page. */
export const unknownNames = (
  page: string,
  markdown: string,
  existing: Existing,
  programs = ""
): ReadonlyArray<string> =>
  proseOf(markdown).flatMap((line, index) =>
    Array.from(line.matchAll(/(`+)(.+?)\1/gu), ([, , span = ""]) => span).flatMap((span) =>
      faultOf(span, existing, programs).map((fault) => `${page}:${index + 1}  \`${span}\`  ${fault}`)
    )
  )

const faultOf = (span: string, existing: Existing, programs: string): ReadonlyArray<string> => {
  if (FOREIGN.has(span)) return []
  const [, script] = /^npm run (?:-s )?([\w:]+)/u.exec(span) ?? []
  if (script !== undefined) return existing.scripts.has(script) ? [] : [`package.json has no script ${script}`]
  const [, line] = /^(?:npx @countersign\/cli|countersign) (.+)/u.exec(span) ?? []
  if (line !== undefined) return commandFault(line, existing)
  const [, method = "", target = ""] = /^(GET|POST|PATCH|PUT|DELETE) (\/[^\s?]*)/u.exec(span) ?? []
  if (target !== "") return endpointFault(method, target, existing)
  if (/^(?:adapters|docs|examples|packages|tooling)\/[\w./-]+$/u.test(span))
    return existing.isThere(span) ? [] : ["no such file or folder"]
  if (/^[a-zA-Z]\w*(?:\.[a-zA-Z]\w*)+/u.test(span)) {
    const fault = pathFault(span, existing, programs)
    if (fault !== undefined) return fault
  }
  return wordFaults(span, existing, new Set(wordsIn(programs)))
}

/** Names of other software, and texts that look like a command. */
const FOREIGN = new Set([
  ...["onSend", "preHandler", "preParsing"], // Fastify
  "noExternal", // Vite
  "delegate_permission/common.get_login_creds", // Android
  "keychainAccessible: WHEN_UNLOCKED_THIS_DEVICE_ONLY", // expo-secure-store
  "SecurityError", // WebAuthn
  "synchronous_standby_names", // PostgreSQL
  "verifyOtpVerificationToken", // @turnkey/crypto
  "countersign receipt v2" // what a digest of a receipt begins with
])

/** Compares a command line word by word, up to the first argument that a command takes, and each of its options. */
const commandFault = (line: string, { commands }: Existing): ReadonlyArray<string> => {
  const words = line.split(" ").filter((word) => /^-{0,2}[a-z][a-z-]*$/u.test(word))
  const plain = words.filter((_, at) => words.slice(0, at + 1).every((word) => !word.startsWith("-")))
  const known = plain.reduce((at, word) => (commands.has(`${at} ${word}`) ? `${at} ${word}` : at), "")
  const next = plain[known.split(" ").length - 1]
  const isGroup = [...commands].some(
    (each) => each.startsWith(`${known} `) && /^[a-z-]+$/u.test(each.slice(known.length + 1))
  )
  const flags = words.filter((word) => word.startsWith("-"))
  return [
    ...(next !== undefined && isGroup ? [next] : []),
    ...flags.filter((flag) => !commands.has(`${known} ${flag}`))
  ].map((word) => `the command line has no ${`${known} ${word}`.trim()}`)
}

const endpointFault = (method: string, target: string, { endpoints }: Existing): ReadonlyArray<string> => {
  const path = target.replaceAll(/\{[^}]*\}|:\w+/gu, "{}")
  const isKnown = path.endsWith("…")
    ? [...endpoints].some((each) => each.startsWith(`${method} ${path.slice(0, -1)}`))
    : endpoints.has(`${method} ${path}`)
  return isKnown ? [] : ["no such endpoint"]
}

/** The variables of programs in the pages that hold the API of an environment. */
const OF_AN_ENVIRONMENT = ["acme", "host", "live", "platform", "sandbox", "wallet"]

/** Checks a dotted name whose first part the code lists whole. Returns `undefined` for any other one. */
const pathFault = (span: string, { fields, paths }: Existing, programs: string): ReadonlyArray<string> | undefined => {
  const path = span.replace(/^(?:countersign\.)?api\.in\([^)]*\)\./u, "environment.").replace(/[^\w.].*$/u, "")
  const [root = "", ...parts] = path.split(".")
  const candidates = [
    path,
    `option.${path}`,
    `environment.${path}`,
    ...(OF_AN_ENVIRONMENT.includes(root) ? [`environment.${parts.join(".")}`] : [])
  ]
  const pairs = parts.map((part, at) => `${[root, ...parts][at]}.${part}`)
  if (candidates.some((each) => paths.has(each)) || pairs.every((pair) => fields.has(pair))) return []
  if (programs.includes(path)) return []
  // `mail` is a setting, and the argument of a mailer.
  const isField = root !== "mail" && [...fields].some((pair) => pair.startsWith(`${root}.`))
  const isListed = isField || ["", "option.", "environment."].some((before) => paths.has(`${before}${root}`))
  // A type of another package ends what the page of options lists: `sandbox.passkeys.requireUserVerification`.
  const isOpen = candidates.some((each) => paths.has(`${each.slice(0, each.lastIndexOf("."))}.*`))
  if (isOpen || !isListed) return undefined
  return [`${root} has no ${parts.join(".")}`]
}

/** Words in the form of a name: `otpLength`, `STEP_UP_REQUIRED`, `known_keys`, `Service-Wallet-Signature`. */
const NAME =
  /(?<![\w…$@/.-])(?:[a-z]+(?:[A-Z][a-z0-9]*)+|[A-Z][a-z0-9]+(?:[A-Z][a-z0-9]*)+|[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+|[a-z]+(?:_[a-z]+)+|[A-Z][a-z]+(?:-[A-Z][a-z]+)+)(?![\w…-])/gu

const wordFaults = (span: string, { words }: Existing, own: ReadonlySet<string>): ReadonlyArray<string> =>
  (span.match(NAME) ?? [])
    .map((name) => name.replace(SUFFIX, ""))
    .filter((name) => name.length <= LONGEST && !/^(?:OLD|NEW)_/u.test(name) && !FOREIGN.has(name))
    .filter((name) => !words.has(name) && !words.has(name.toLowerCase()) && !own.has(name))
    .map((name) => `no source has ${name}`)

/** Prometheus appends it to a metric. */
const SUFFIX = /(?<=^countersign_\w+)_(?:count|total)$/u

/** Longer words are encoded bytes. */
const LONGEST = 50

/** Returns the words of a source, including headers with hyphens. */
export const wordsIn = (source: string): ReadonlyArray<string> => source.match(/[A-Za-z_][\w-]*|\w+/gu) ?? []

/** The words of every source that is published, of examples and of fixtures, and of the programs and tables that are printed from them. */
export const wordsOfSources = (): ReadonlySet<string> => {
  const folders = workspaces().map(({ folder }) => folder)
  const files = folders
    .filter((folder) => folder !== ".")
    .flatMap((folder) => [
      `${folder}/src`,
      `${folder}/templates`,
      `${folder}/readers`,
      `${folder}/programs`,
      `${folder}/migrations`
    ])
    .flatMap((folder) =>
      [".ts", ".tsx", ".mjs", ".py", ".sql", ".json", ".yaml"].flatMap((ending) => filesBelow(folder, ending))
    )
  const printed = ["docs/generated/openapi.json", "docs/generated/options.md", "docs/generated/views.md"]
  const words = [...files, ...printed].flatMap((file) => wordsIn(text(file)))
  return new Set(words.flatMap((word) => [word, ...word.split("-"), word.toLowerCase()]))
}

/** The programs of a page, which are compiled or executed. */
export const programsOf = (page: string): string =>
  namedSnippets(page)
    .map(({ code }) => code)
    .join("\n")

/** The dotted names of an object of functions: `client`, `client.passkeys`, `client.passkeys.register`. */
export const pathsOf = (name: string, value: unknown): ReadonlyArray<string> => [
  name,
  ...(typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.entries(value).flatMap(([key, inner]) => pathsOf(`${name}.${key}`, inner))
    : [])
]

/** The dotted names of the page of options, `option.policy.otpLength`. A `*` marks an option whose fields it does not list. */
export const pathsOfOptions = (page: string): ReadonlyArray<string> => {
  const rows = tableRows(page, "Option", "Field").map(({ cells: [name = "", type = ""], heading }) => ({
    heading,
    name: name.replaceAll(/[`?]/gu, ""),
    type
  }))
  const below = (heading: string, before: string): ReadonlyArray<string> =>
    rows
      .filter((row) => row.heading === heading)
      .flatMap(({ name, type }) => {
        const path = `${before}.${name}`
        const inner =
          name === "policy" ? "Policy" : rows.find((row) => new RegExp(`\\b${row.heading}\\b`, "u").test(type))?.heading
        return [path, ...(inner === undefined ? [`${path}.*`] : below(inner, path))]
      })
  return below("CountersignOptions", "option")
}

/** The endpoints of the OpenAPI document. */
export const endpointsOf = (document: { readonly paths: Readonly<Record<string, object>> }): ReadonlyArray<string> =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replaceAll(/\{[^}]*\}/gu, "{}")}`)
  )

interface Schema {
  readonly $ref?: string
  readonly properties?: Readonly<Record<string, Schema>>
}

/** Pairs of a field and a field inside it, wherever the OpenAPI document has them. */
export const fieldsOf = (document: { readonly components: { readonly schemas: Readonly<Record<string, Schema>> } }) => {
  const { schemas } = document.components
  const inside = (schema: unknown): ReadonlyArray<Schema> => {
    if (typeof schema !== "object" || schema === null) return []
    const { $ref, properties, ...others }: Schema = schema
    const named = $ref === undefined ? [] : inside(schemas[$ref.slice($ref.lastIndexOf("/") + 1)])
    return [...(properties === undefined ? [] : [schema]), ...named, ...Object.values(others).flatMap(inside)]
  }
  const pairs = new Set<string>()
  const visit = (schema: unknown): void => {
    if (typeof schema !== "object" || schema === null) return
    const { properties = {} }: Schema = schema
    for (const [name, value] of Object.entries(properties)) {
      for (const { properties: fields = {} } of inside(value))
        for (const field of Object.keys(fields)) pairs.add(`${name}.${field}`)
    }
    for (const value of Object.values(schema)) visit(value)
  }
  visit(document)
  return pairs
}

/** The commands and options of the script that completes them in a shell. */
export const commandsOf = (completion: string): ReadonlyArray<string> =>
  Array.from(completion.matchAll(/^\s+'([^']*)'\) words='([^']*)'/gmu), ([, at = "", words = ""]) =>
    words.split(" ").map((word) => `${at} ${word}`)
  ).flat()
