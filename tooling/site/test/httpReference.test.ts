import { describe, expect, it } from "vitest"
import { httpReference } from "../src/httpReference.ts"
import { parseOpenApi } from "../src/openApi.ts"

const refused = {
  allOf: [
    { $ref: "#/components/schemas/Error" },
    { type: "object", properties: { code: { type: "string", enum: ["UNAUTHORIZED"] } } }
  ]
}
const document = {
  info: { title: "T", version: "2025-10-13" },
  tags: [{ name: "externalAccounts" }],
  paths: {
    "/accounts/{id}/close": {
      post: {
        tags: ["externalAccounts"],
        operationId: "close",
        summary: "Close an account",
        parameters: [
          { name: "id", in: "path", required: true, schema: { type: "string", description: "Account:<uuid>" } }
        ],
        requestBody: {
          content: {
            "application/json": {
              schema: {
                anyOf: [
                  { type: "object", properties: { type: { enum: ["NOW"] } }, required: ["type"] },
                  {
                    type: "object",
                    properties: {
                      type: { enum: ["LATER"] },
                      steps: {
                        type: "array",
                        items: { type: "object", properties: { at: { type: "integer", minimum: 1 } } }
                      }
                    }
                  }
                ]
              }
            }
          }
        },
        responses: {
          "204": { description: "Nothing" },
          "400": { content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } } },
          "401": {
            content: { "application/json": { schema: refused, examples: { StampMissing: {}, StampInvalid: {} } } }
          }
        }
      }
    }
  },
  components: { schemas: { Error: { type: "object", properties: { code: { type: "string", maxLength: 40 } } } } }
}

describe("the HTTP reference", () => {
  const pages = new Map(
    httpReference(parseOpenApi(JSON.stringify(document))).map(({ markdown, url }) => [url, markdown.split("\n")])
  )

  it("has a page for all calls, one a tag, and one for shared schemas", () => {
    expect([...pages.keys()]).toEqual(["http/index.html", "http/externalAccounts.html", "http/schemas.html"])
    expect(pages.get("http/index.html")).toContain(
      "| [`POST /accounts/{id}/close`](externalAccounts.html#post-accountsidclose) | Close an account |"
    )
  })

  it("shows a call with its parameters, and each way of its body down to its lists", () => {
    const page = pages.get("http/externalAccounts.html")
    expect(page).toContain("## POST /accounts/{id}/close")
    expect(page).toContain("| `id` | path | yes | string | Account:<uuid> |")
    expect(page).toContain("One way: `type` is `LATER`")
    expect(page).toContain("| `steps[].at` |  | integer, at least 1 |  |")
  })

  it("shows what is answered: nothing, any error, or the codes and causes of a refusal", () => {
    expect(pages.get("http/externalAccounts.html")?.filter((line) => /^\| \d/u.test(line))).toEqual([
      "| 204 | Nothing |",
      "| 400 | [Error](schemas.html#error) |",
      "| 401 | [UNAUTHORIZED](../generated/errors.html#unauthorized): StampMissing, StampInvalid |"
    ])
  })

  it("shows the fields of a shared schema", () => {
    expect(pages.get("http/schemas.html")).toContain("| `code` |  | string, 0 to 40 characters |  |")
  })

  it.each([{}, { ...document, paths: { "/": { get: {} } } }])("refuses what is no contract", (other) => {
    expect(() => parseOpenApi(JSON.stringify(other))).toThrow()
  })
})
