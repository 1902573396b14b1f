import type { Page } from "playwright-core"

/**
 * Returns the flaws of a page as sentences. Checks what axe does not: duplicate ids, references to missing descriptions,
 * fieldsets without a legend, patterns, target sizes, the contrast of borders, and overflow.
 */
export const flawsOf = (page: Page): Promise<ReadonlyArray<string>> => page.evaluate(inspected)

// Runs in the page, so it may not refer to anything outside its body.
const inspected = () => {
  const isShown = (element: Element) => element.getClientRects().length > 0 && element.closest(".spoken") === null
  const all = [...document.querySelectorAll("body *")].filter(isShown)
  const nameOf = (element: Element) => element.id || element.textContent?.trim().slice(0, 30) || element.tagName

  const ids = [...document.querySelectorAll("[id]")].map(({ id }) => id)
  const twice = ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `${id} is a duplicate id`)

  const fields = all.filter(
    (each) => each instanceof HTMLInputElement || each instanceof HTMLSelectElement || each instanceof HTMLButtonElement
  )
  const lost = [...document.querySelectorAll("[aria-describedby], [aria-labelledby]")].flatMap((element) =>
    ["aria-describedby", "aria-labelledby"]
      .flatMap((name) => element.getAttribute(name)?.split(" ") ?? [])
      .filter((id) => isShown(element) && document.getElementById(id) === null)
      .map((id) => `${nameOf(element)} refers to the missing id ${id}`)
  )
  const legends = all
    .filter((each) => each instanceof HTMLFieldSetElement && (each.querySelector("legend")?.textContent ?? "") === "")
    .map((each) => `${nameOf(each)} has no legend`)
  const patterns = fields.flatMap((field) => {
    if (!(field instanceof HTMLInputElement) || field.pattern === "") return []
    try {
      // Compiled as HTML does. Browsers silently ignore a pattern that does not compile.
      new RegExp(`^(?:${field.pattern})$`, "v")
      return []
    } catch {
      return [`${nameOf(field)} has an invalid pattern`]
    }
  })

  // WCAG 2.2, 2.5.8: targets are at least 24 px in both directions. A link in a sentence is exempt.
  const targets = all.filter((each) =>
    each.matches("button, summary, select, nav a, input:not([type=checkbox], [type=radio])")
  )
  const small = targets.flatMap((each) => {
    const { height, width } = each.getBoundingClientRect()
    return height < 24 || width < 24 ? [`${nameOf(each)} is ${Math.round(width)} by ${Math.round(height)} px`] : []
  })

  const { clientWidth, scrollWidth } = document.documentElement
  const wide = scrollWidth > clientWidth ? [`the page is ${scrollWidth} px wide in ${clientWidth} px`] : []

  type Colour = readonly [red: number, green: number, blue: number, alpha: number]
  const colourOf = (text: string): Colour => {
    const [red = 0, green = 0, blue = 0, alpha = 1] = (text.match(/[\d.]+/gu) ?? []).map(Number)
    return [red, green, blue, alpha]
  }
  const behind = (element: Element | null): Colour => {
    if (element === null) return [255, 255, 255, 1]
    const colour = colourOf(getComputedStyle(element).backgroundColor)
    return colour[3] === 1 ? colour : behind(element.parentElement)
  }
  // WCAG 2.2, relative luminance and contrast ratio.
  const luminance = ([red, green, blue]: Colour) => {
    const [r = 0, g = 0, b = 0] = [red, green, blue]
      .map((each) => each / 255)
      .map((each) => (each <= 0.04045 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4))
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  const contrast = (one: Colour, other: Colour) => {
    const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
    return (light + 0.05) / (dark + 0.05)
  }
  const edges = fields.flatMap((field) => {
    // WCAG 2.2, 1.4.11: a button that is identified by its text needs no border contrast.
    if (field instanceof HTMLButtonElement && getComputedStyle(field).borderTopWidth === "0px") return []
    const ratio = contrast(colourOf(getComputedStyle(field).borderTopColor), behind(field.parentElement))
    return ratio < 3 ? [`the border of ${nameOf(field)} has a contrast of ${ratio.toFixed(2)}`] : []
  })
  return [...twice, ...lost, ...legends, ...patterns, ...wide, ...small, ...edges]
}
