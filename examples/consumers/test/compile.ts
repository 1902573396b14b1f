import { node } from "./shell.ts"

/**
 * What a compiler says against files of a folder: nothing, if they compile. It is `strict`, and emits nothing. One that
 * fails without a word has judged nothing, and is no compiler.
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
