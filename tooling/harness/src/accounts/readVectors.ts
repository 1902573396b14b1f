import { readdirSync } from "node:fs"
import type { Vectors } from "./Vectors.ts"

const folder = new URL("./vectors/", import.meta.url)

/** The vectors of every kind, by the name of their file. */
export const readVectors = async (): Promise<ReadonlyMap<string, Vectors>> =>
  new Map(
    await Promise.all(
      readdirSync(folder).map(async (file): Promise<readonly [string, Vectors]> => {
        const { vectors }: { readonly vectors: Vectors } = await import(new URL(file, folder).href)
        return [file.replace(/\.ts$/u, ""), vectors]
      })
    )
  )
