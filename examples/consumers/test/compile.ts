import { node } from "./shell.ts"

/**
 * Type-checks files of a folder in `strict` mode without emitting. Returns the compiler's errors, or an empty string.
 * Throws when the compiler fails without printing an error, because then it did not run.
 */
export const compile = (
  compiler: string,
  folder: string,
  resolution: "nodenext" | "bundler",
  ...more: ReadonlyArray<string>
): Promise<string> => {
  const modules = resolution === "nodenext" ? "nodenext" : "esnext"
  const flags = ["--noEmit", "--strict", "--target", "es2022", "--module", modules, "--moduleResolution", resolution]
  return node([compiler, ...flags, ...more], folder).then(
    () => "",
    (error: { readonly stdout: string }) => {
      if (error.stdout === "") throw error
      return error.stdout
    }
  )
}
