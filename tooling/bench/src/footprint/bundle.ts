import { gzipSync } from "node:zlib"
import { build } from "esbuild"

/** The kilobytes of a page's script that exports this, bundled for browsers, minified and gzipped. */
export const bundle = async (folder: string, contents: string): Promise<number> => {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: folder },
    bundle: true,
    minify: true,
    format: "esm",
    platform: "browser",
    target: "es2022",
    write: false
  })
  const [output] = outputFiles
  if (output === undefined) throw new Error("nothing was bundled")
  return gzipSync(output.contents).length / 1000
}
