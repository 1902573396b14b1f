import { tag, translated } from "../words/translate.ts"

/** Translates the texts that the page has in its document, which is English. */
export const translateDocument = (): void => {
  document.documentElement.lang = tag
  const texts = document.createTreeWalker(document, NodeFilter.SHOW_TEXT)
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    const text = node.nodeValue?.replace(/\s+/gu, " ") ?? ""
    node.nodeValue = text.replace(/\S.*\S/u, translated)
  }
  for (const labelled of document.querySelectorAll("[aria-label]"))
    labelled.setAttribute("aria-label", translated(labelled.getAttribute("aria-label") ?? ""))
}
