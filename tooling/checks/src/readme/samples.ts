import { spawnSync } from "node:child_process"
import { mkdirSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { root } from "../workspace/disk.ts"
import { namedSnippets, pagesWithSnippets } from "./pagesRun.ts"

/** The kinds of blocks whose program is only on the page. The others are compared with files, which `tsc -b` compiles. */
const KINDS = ["run", "compiled", "file", "instead"]

/**
 * Writes the programs of all pages into a folder of the repository, each page into a folder of its own, and the
 * configuration that compiles them under `strict`, as a host does. Returns the paths, relative to the folder.
 */
export const writeSamples = (folder: string): ReadonlyArray<string> => {
  const samples = pagesWithSnippets().flatMap((page) =>
    namedSnippets(page)
      .filter(({ kind, language }) => KINDS.includes(kind) && /^(?:js|tsx?)$/u.test(language))
      // The globals of Bun and Deno have no types here.
      .filter(({ name }) => !/^(?:adapters|bun|deno|examples|packages)\//u.test(name))
      .map(({ code, kind, name }) => ({
        code,
        path: join(
          page.replace(/\.md$/u, ""),
          kind === "instead" ? kind : "",
          /\.\w+$/u.test(name) ? name : `${name}.ts`
        )
      }))
  )
  for (const { code, path } of samples) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), code)
  }
  const compilerOptions = {
    ...{ strict: true, noEmit: true, target: "es2022", module: "nodenext" },
    ...{ jsx: "react-jsx", allowJs: true, checkJs: true, types: ["node"] },
    // The types of Koa compile in no other way.
    skipLibCheck: true
  }
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["**/*"] }))
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }))
  return samples.map(({ path }) => path)
}

/** Compiles the samples with a compiler of the repository or of another folder. Returns its errors, or an empty string. */
export const compileSamples = (folder: string, compiler: string): string => {
  const { status, stderr, stdout } = spawnSync(process.execPath, [compiler, "-p", folder], {
    cwd: root,
    encoding: "utf8"
  })
  if (status !== 0 && stdout === "") throw new Error(`the compiler did not run: ${stderr}`)
  return stdout
}
