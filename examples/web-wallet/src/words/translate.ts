import type { Language } from "@countersign/react"
import { languageOf } from "@countersign/react/languageOf"

type Words = typeof import("./de.json", { with: { "resolution-mode": "import" }})

/** A text of the pages in English, with places for values: "{0} to {1}". */
export type Message = keyof Words["messages"]

const loaders = { de: () => import("./de.ts"), es: () => import("./es.ts"), fr: () => import("./fr.ts") }
const none: { readonly components?: Language; readonly words?: Words } = {}
const { load, tag: chosen } = languageOf(globalThis.navigator?.languages ?? [], [
  { tag: "en", load: async () => none },
  ...Object.entries(loaders).map(([tag, load]) => ({ tag, load: async (): Promise<typeof none> => load() }))
])
const { components, words } = await load()
const messages = new Map(Object.entries(words?.messages ?? {}))
const fields = new Map(Object.entries(words?.fields ?? {}))

/** The tag of the reader's language. English needs no other script. */
export const tag = chosen

/** The words of the components and of errors in the reader's language, or `undefined` for English. */
export const componentWords = components

/** The locale that formats dates. */
export const locale = tag === "en" ? "en-GB" : tag

/** Returns a text in the reader's language, with its values. */
export const t = (message: Message, ...values: ReadonlyArray<number | string>): string =>
  translated(message).replace(/\{(\d)\}/gu, (_, place) => String(values[Number(place)] ?? ""))

/** Returns the translation of a text that another part made, such as a constant of the API in words, or the text itself. */
export const translated = (text: string): string => messages.get(text) ?? text

/** Returns the label of a field of an account in the reader's language. */
export const fieldLabel = (label: string): string => fields.get(label) ?? translated(label)
