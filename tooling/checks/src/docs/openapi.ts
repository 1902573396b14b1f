import { Predicate } from "effect"

/** Prints what the function `openApiDocument` of `@countersign/http` returns. */
export const openApiFile = async (http: unknown): Promise<string> => {
  if (!Predicate.hasProperty(http, "openApiDocument") || !Predicate.isFunction(http.openApiDocument)) {
    throw new Error("@countersign/http exports no function openApiDocument")
  }
  const document: unknown = await http.openApiDocument()
  if (!Predicate.hasProperty(document, "openapi")) throw new Error("openApiDocument() returns no OpenAPI document")
  return `${JSON.stringify(document, null, 2)}\n`
}
