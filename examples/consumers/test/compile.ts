import { node } from "./shell.ts"

/**
 * Type-checks files of a folder in `strict` mode without emitting. Returns the compiler's errors, or an empty string.
 * Throws when the compiler fails without printing an error, because then it did not run.
 */
export const compile = (
  compiler: string,
  folder: string,
  resolution: "nodenext" | "bundler" | "node10",
  ...more: ReadonlyArray<string>
): Promise<string> => {
  const modules = { nodenext: "nodenext", bundler: "esnext", node10: "commonjs" }[resolution]
  const flags = ["--noEmit", "--strict", "--target", "es2022", "--module", modules, "--moduleResolution", resolution]
  return node([compiler, ...flags, ...more], folder).then(
    () => "",
    (error: { readonly stdout: string }) => {
      if (error.stdout === "") throw error
      return error.stdout
    }
  )
}
