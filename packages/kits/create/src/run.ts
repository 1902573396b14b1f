import { basename, relative, resolve } from "node:path"
import { parseArgs } from "node:util"
import { filesOf, isTemplate, packageName, type Template, templates, version } from "./templates.ts"
import { Refusal, requireEmpty, write } from "./write.ts"

/** The folder, the streams and the prompt of a run. */
export interface Console {
  /** The folder that a relative path starts at. */
  readonly folder: string
  readonly out: (text: string) => unknown
  readonly err: (text: string) => unknown
  /** Prompts the user, and returns a line of text. Absent when no user watches: the template is then Express. */
  readonly question?: (text: string) => Promise<string>
}

/** Runs the command. Returns its exit code: 0 done, 1 refused, and nothing is written. */
export const run = async (words: ReadonlyArray<string>, console: Console): Promise<0 | 1> => {
  try {
    const { help, target, version: isVersion, ...options } = read(words)
    if (help) console.out(HELP)
    else if (isVersion) console.out(`${version}\n`)
    else await create(target, options.template, console)
    return 0
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    console.err(`${error.message}\n`)
    return 1
  }
}

const create = async (target: string, chosen: string | undefined, console: Console): Promise<void> => {
  const folder = resolve(console.folder, target)
  await requireEmpty(folder)
  const name = packageName(basename(folder))
  const template = templateOf(chosen ?? (await console.question?.(QUESTION)) ?? "")
  const files = await filesOf(template, name)
  await write(folder, files)
  console.out(next(relative(console.folder, folder), name, template))
}

const read = (words: ReadonlyArray<string>) => {
  const { positionals, values } = parsed(words)
  const [target = "my-wallet", unexpected] = positionals
  if (unexpected !== undefined) throw new Refusal(`Pass one folder. "${unexpected}" is a second one.`)
  return { target, ...values }
}

const parsed = (words: ReadonlyArray<string>) => {
  try {
    return parseArgs({
      args: [...words],
      allowPositionals: true,
      options: {
        template: { type: "string", short: "t" },
        help: { type: "boolean", short: "h" },
        version: { type: "boolean", short: "v" }
      }
    })
  } catch (error) {
    const reason = error instanceof Error ? error.message.split(/[.\n]/u)[0] : String(error)
    throw new Refusal(`${reason}. See: npm create countersign -- --help`)
  }
}

const templateOf = (word: string): Template => {
  const name = word.trim() === "" ? "express" : word.trim()
  if (isTemplate(name)) return name
  throw new Refusal(`No template "${name}". Choose one of: ${templates.join(", ")}.`)
}

const QUESTION = `Framework: ${templates.join(", ")} (express) `

const HELP = `npm create countersign [folder] -- [--template ${templates.join("|")}]

Writes a wallet service: sign-in, a page, tests, health checks, graceful stop, a Docker file.

  folder            where to write; my-wallet when absent. Its name becomes the name of the package.
  -t, --template    the framework; express when absent and no terminal is attached
  -v, --version     the version of the templates
  -h, --help        this text
`

const next = (
  path: string,
  name: string,
  template: Template
): string => `Created ${name}, a wallet service on ${template}.

${path === "" ? "" : `  cd ${path.includes(" ") ? JSON.stringify(path) : path}\n`}  npm install
  npm test
  npm run dev
`
