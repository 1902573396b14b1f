import { execFileSync } from "node:child_process"
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import { policyTypes } from "../../src/docs/policy.ts"
import { portIndex, portOptions } from "../../src/docs/ports.ts"
import { root, workspaces } from "../../src/workspace/disk.ts"
import type { Change, Edit } from "./Change.ts"

/** A changed copy of the tree. Each function throws with what its command printed. */
export interface Applied {
  /** Runs an ES module against the changed packages. */
  readonly run: (program: string) => void
  /** Prints the generated pages of the copy, and runs test files of a workspace. */
  readonly test: (project: string, folder: string) => void
}

/**
 * Makes changes in a copy of the whole tree, tests included, and runs the type check. The copy is below the root, where
 * modules of npm are found; its workspaces find one another.
 */
export const applied = (changes: ReadonlyArray<Change>): Applied => {
  const copy = join(root, ".build/changes")
  rmSync(copy, { recursive: true, force: true })
  mkdirSync(copy, { recursive: true })
  for (const name of readdirSync(root)) {
    if (isSource(name)) cpSync(join(root, name), join(copy, name), { recursive: true, filter: isSource })
  }
  for (const edit of changes.flatMap(({ edits }) => edits)) make(copy, edit)
  print(copy)
  const added = changes.flatMap(({ workspace }) => workspace ?? [])
  for (const folder of [...workspaces().map(({ folder }) => folder), ...added]) {
    if (folder === ".") continue
    const { name } = JSON.parse(readFileSync(join(copy, folder, "package.json"), "utf8"))
    const link = join(copy, "node_modules", name)
    mkdirSync(dirname(link), { recursive: true })
    symlinkSync(join(copy, folder), link)
    const own = join(root, folder, "node_modules")
    if (existsSync(own)) symlinkSync(own, join(copy, folder, "node_modules"))
  }
  // The printer formats what it prints.
  symlinkSync(join(root, "node_modules/.bin"), join(copy, "node_modules/.bin"))
  const node = (...words: ReadonlyArray<string>) => execute(copy, words)
  const compile = (...projects: ReadonlyArray<string>) =>
    node(join(root, "node_modules/typescript/bin/tsc"), "-b", ...projects)
  // As `npm run docs`: the printer first, then what it prints from the changed contract.
  compile("--noCheck", "tooling/checks")
  node("tooling/checks/dist/docs/main.js", "--sources")
  compile(".", ...added)
  return {
    run: (program) => {
      writeFileSync(join(copy, "shown.mjs"), program)
      node("shown.mjs")
    },
    test: (project, folder) => {
      node("tooling/checks/dist/docs/main.js")
      node(join(root, "node_modules/vitest/vitest.mjs"), "run", "--project", project, folder)
    }
  }
}

/** Excludes installed modules, and the output of builds. */
const isSource = (path: string): boolean =>
  !["node_modules", "dist", "coverage", ".git", ".build", ".countersign"].includes(basename(path))

/** Prints what follows from the table of ports, as `npm run docs` does. */
const print = (copy: string): void => {
  const source = (path: string) => ({ path, text: readFileSync(join(copy, path), "utf8") })
  const [folder, table] = ["packages/core/src/ports", "packages/countersign/src/ports.ts"]
  const ports = readdirSync(join(copy, folder)).map((name) => source(join(folder, name)))
  writeFileSync(join(copy, folder, "index.ts"), portIndex(ports))
  writeFileSync(join(copy, "packages/countersign/src/types/PortOptions.ts"), portOptions(source(table)))
  const policy = policyTypes(source("packages/core/src/model/Policy.ts"))
  writeFileSync(join(copy, "packages/countersign/src/types/policy.ts"), policy)
}

const make = (copy: string, edit: Edit): void => {
  if ("create" in edit) {
    const path = join(copy, edit.create)
    if (existsSync(path)) throw new Error(`${edit.create} exists`)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, edit.text)
    return
  }
  const path = join(copy, edit.edit)
  const text = readFileSync(path, "utf8")
  const [sought, by] =
    "find" in edit ? [edit.find, () => edit.by] : [edit.after, (line: string) => `${line}\n${edit.insert}`]
  const [found, ...more] =
    "find" in edit
      ? [edit.find, ...text.split(edit.find).slice(2)]
      : text.split("\n").filter((line) => line.includes(sought))
  if (found === undefined || !text.includes(found) || ("find" in edit && more.length > 0))
    throw new Error(`${edit.edit} has not one line with ${sought}`)
  writeFileSync(
    path,
    text.replace(found, () => by(found))
  )
}

const execute = (copy: string, words: ReadonlyArray<string>): void => {
  try {
    execFileSync(process.execPath, words, { cwd: copy, encoding: "utf8", stdio: "pipe" })
  } catch (error) {
    throw new Error(`${words.join(" ")}\n${Object(error).stdout}\n${Object(error).stderr}`)
  }
}
