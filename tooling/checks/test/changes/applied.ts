import { execFileSync } from "node:child_process"
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { portIndex, portOptions } from "../../src/docs/ports.ts"
import { root, workspaces } from "../../src/workspace/disk.ts"
import type { Change, Edit } from "./Change.ts"

/**
 * Makes changes in a copy of the published packages, and compiles the copy. It is below the root, where modules of npm
 * are found; the packages in it find one another. Throws with what the compiler printed.
 *
 * @returns how to run a program against the changed packages: throws with what it printed.
 */
export const applied = (changes: ReadonlyArray<Change>): ((program: string) => void) => {
  const copy = join(root, ".build/changes")
  rmSync(copy, { recursive: true, force: true })
  const published = workspaces().filter(({ folder }) => /^(?:packages|adapters)\//u.test(folder))
  for (const { folder, manifest } of published) {
    const skipped = [join(root, folder, "test"), join(root, folder, "node_modules")]
    cpSync(join(root, folder), join(copy, folder), {
      recursive: true,
      preserveTimestamps: true,
      filter: (source) => !skipped.includes(source)
    })
    const link = join(copy, "node_modules", manifest.name)
    mkdirSync(dirname(link), { recursive: true })
    symlinkSync(join(copy, folder), link)
    const own = join(root, folder, "node_modules")
    if (existsSync(own)) symlinkSync(own, join(copy, folder, "node_modules"))
  }
  cpSync(join(root, "tsconfig.base.json"), join(copy, "tsconfig.base.json"))
  for (const edit of changes.flatMap(({ edits, uses = [] }) => [...edits, ...uses])) make(copy, edit)
  print(copy)
  const added = changes.flatMap(({ workspace }) => workspace ?? [])
  for (const folder of added) {
    const { name } = JSON.parse(readFileSync(join(copy, folder, "package.json"), "utf8"))
    symlinkSync(join(copy, folder), join(copy, "node_modules", name))
  }
  run(copy, [join(root, "node_modules/typescript/bin/tsc"), "-b", "packages/countersign", "packages/client", ...added])
  return (program) => {
    writeFileSync(join(copy, "shown.mjs"), program)
    run(copy, ["shown.mjs"])
  }
}

/** Prints what follows from the table of ports, as `npm run docs` does. */
const print = (copy: string): void => {
  const source = (path: string) => ({ path, text: readFileSync(join(copy, path), "utf8") })
  const [folder, table] = ["packages/core/src/ports", "packages/countersign/src/ports.ts"]
  const ports = readdirSync(join(copy, folder)).map((name) => source(join(folder, name)))
  writeFileSync(join(copy, folder, "index.ts"), portIndex(ports))
  writeFileSync(join(copy, "packages/countersign/src/types/PortOptions.ts"), portOptions(source(table)))
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

const run = (copy: string, words: ReadonlyArray<string>): void => {
  try {
    execFileSync(process.execPath, words, { cwd: copy, encoding: "utf8", stdio: "pipe" })
  } catch (error) {
    throw new Error(`${words.join(" ")}\n${Object(error).stdout}\n${Object(error).stderr}`)
  }
}
