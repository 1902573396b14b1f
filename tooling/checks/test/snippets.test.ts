import { snippetsOf } from "@countersign/checks"
import { describe, expect, it } from "vitest"

describe("snippetsOf", () => {
  it("reads language, info, code and the line the code starts on", () => {
    expect(snippetsOf("# Title\n\n```ts run=express-mount\nconst a = 1\n\nconst b = 2\n```\n")).toEqual([
      {
        language: "ts",
        info: "run=express-mount",
        code: "const a = 1\n\nconst b = 2",
        line: 4
      }
    ])
  })

  it("reads blocks in order, and those without a language or a line", () => {
    const found = snippetsOf("```\na\n```\ntext\n~~~sh\nb\n~~~\n```json\n```")
    expect(found.map(({ language, code }) => [language, code])).toEqual([
      ["", "a"],
      ["sh", "b"],
      ["json", ""]
    ])
  })

  it("preserves a shorter fence inside a longer one", () => {
    expect(snippetsOf("````md\n```ts\na\n```\n````")).toMatchObject([{ language: "md", code: "```ts\na\n```" }])
  })

  it("removes only the indentation of the fence from the code", () => {
    expect(snippetsOf("  ```ts\n  if (a) {\n    b\n  ```")).toMatchObject([{ code: "if (a) {\n  b" }])
  })

  it("extends to the end of the page when the fence is not closed", () => {
    expect(snippetsOf("```ts\na\nb")).toMatchObject([{ code: "a\nb" }])
  })

  it("does not treat inline code as a fence", () => {
    expect(snippetsOf("```ts``` is inline\ntext")).toEqual([])
  })
})
