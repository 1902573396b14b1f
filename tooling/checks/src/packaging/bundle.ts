import { mkdir, rm, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { build } from "esbuild"
import { barrels } from "./barrels.ts"

/**
 * Joins the built modules of a package into a file an entry point, and what entry points share into files of its own.
 * Other packages stay outside. The modules are removed, the declarations stay: only the types are read module by module.
 */
export const bundle = async (
  folder: string,
  modules: ReadonlyArray<string>,
  entryPoints: ReadonlyArray<string>
): Promise<void> => {
  const { outputFiles } = await build({
    absWorkingDir: folder,
    entryPoints: [...entryPoints],
    outbase: "dist",
    outdir: "dist",
    chunkNames: "shared/[name]-[hash]",
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "neutral",
    target: "es2023",
    packages: "external",
    plugins: [barrels],
    sourcemap: true,
    // The sources are published beside it.
    sourcesContent: false,
    write: false
  })
  for (const module of modules) await rm(join(folder, module))
  for (const { path, contents } of outputFiles) {
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, contents)
  }
}
