import axe, { type AxeResults } from "axe-core"
import type { Page } from "playwright-core"

/** Runs every rule of axe for WCAG 2.2 A and AA, and its best practices. Returns the violations as sentences. */
export const violationsOf = async (page: Page): Promise<ReadonlyArray<string>> => {
  if (!(await page.evaluate(() => Reflect.has(globalThis, "axe")))) await page.evaluate(axe.source)
  const { passes, violations } = await page.evaluate(
    // Runs in the page, where the line above has defined `axe`. Without `preload` it does not load the style sheets again.
    (): Promise<AxeResults> =>
      Reflect.get(globalThis, "axe").run(document, { resultTypes: ["violations"], preload: false })
  )
  if (passes.length === 0) throw new Error("axe checked nothing")
  return violations.flatMap(({ help, id, nodes }) => nodes.map(({ target }) => `${id}: ${help} (${target.join(" ")})`))
}
