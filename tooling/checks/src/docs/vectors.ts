import { Predicate, Schema } from "effect"

/** What the function `vectorFiles` of `@countersign/vectors` returns: text by file name. */
export const vectorTexts = async (vectors: unknown): Promise<ReadonlyMap<string, string>> => {
  if (!Predicate.hasProperty(vectors, "vectorFiles") || !Predicate.isFunction(vectors.vectorFiles)) {
    throw new Error("@countersign/vectors exports no function vectorFiles")
  }
  return decode(await vectors.vectorFiles())
}

const decode = Schema.decodeUnknownSync(Schema.ReadonlyMap(Schema.String, Schema.String))
