import { bodyOf, catalogue } from "@countersign/http"
import { describe, expect, it } from "vitest"
import { errorsPage } from "../src/docs/errors.ts"
import { generators } from "../src/docs/generators.ts"
import { phrases } from "../src/words/phrases.ts"
import { anchorsOf } from "../src/workspace/markdown.ts"

const refusals = Object.entries(catalogue)

const sentencesOf = (text: string): ReadonlyArray<string> =>
  text.split(/[.!?](?=\s|$)/u).filter((sentence) => sentence.trim() !== "")

describe("the texts of every refusal (I16)", () => {
  it("state the problem and the remedy in a message of one or two sentences", () => {
    const wrong = refusals.filter(
      ([, { message }]) => !message.endsWith(".") || message.length > 200 || sentencesOf(message).length > 2
    )
    expect(wrong.map(([tag]) => tag)).toEqual([])
  })

  it("have a cause and a remedy that are full sentences", () => {
    const wrong = refusals.filter(([, { cause, remedy }]) =>
      [cause, remedy].some((text) => !/^\S.{20,}\.$/u.test(text))
    )
    expect(wrong.map(([tag]) => tag)).toEqual([])
  })

  it("contain no phrase of the private idiom", () => {
    const found = refusals.flatMap(([tag, { cause, message, reason = "", remedy }]) =>
      [reason, message, cause, remedy].flatMap((text) =>
        phrases.filter(({ pattern }) => pattern.test(text)).map(({ name }) => `${tag}: ${name} in "${text}"`)
      )
    )
    expect(found).toEqual([])
  })

  it("have a unique message", () => {
    const messages = refusals.map(([, { message }]) => message)
    expect(messages.filter((each, at) => messages.indexOf(each) !== at)).toEqual([])
  })
})

describe("the docs link of every refusal (I16)", () => {
  const links = refusals.map(([, { docs }]) => docs)

  it("has an anchor of its own on the generated page of errors", () => {
    const anchors = anchorsOf(errorsPage(catalogue))
    const [page] = new Set(links.map((link) => link.split("#")[0]))
    expect(new Set(links).size).toBe(refusals.length)
    expect(Object.keys(generators)).toContain(page)
    expect(links.filter((link) => !anchors.has(link.replace(`${page}#`, "")))).toEqual([])
  })

  it("is in the response body, which contains neither the cause nor the remedy", () => {
    for (const [tag, { cause, docs, remedy }] of Object.entries(catalogue)) {
      const body = bodyOf({ _tag: tag as keyof typeof catalogue })
      expect([tag, body.docs]).toEqual([tag, docs])
      expect([cause, remedy].filter((text) => JSON.stringify(body).includes(text))).toEqual([])
    }
  })
})
