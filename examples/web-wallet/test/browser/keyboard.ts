import type { Page } from "playwright-core"

/** Uses the page with only a keyboard: reaches every field by Tab and types every value. */
export const keyboardOf = (page: Page) => {
  /** The part of `@countersign/react`, or else the id, that has the focus. */
  const focused = () =>
    page.evaluate(() => document.activeElement?.getAttribute("data-part") ?? document.activeElement?.id ?? "")

  const reach = async (id: string): Promise<void> => {
    for (let presses = 0; presses < 200; presses += 1) {
      if ((await focused()) === id) return
      await page.keyboard.press("Tab")
    }
    throw new Error(`Tab does not reach ${id}`)
  }

  return {
    focused,
    reach,
    /** Selects the first account type in the search results. */
    find: async (query: string) => {
      await reach("search")
      await page.keyboard.press("Control+A")
      await page.keyboard.type(query)
      await page.keyboard.press("Enter")
    },
    /** Replaces the value of a field and leaves the field. */
    type: async (path: string, text: string) => {
      await reach(path)
      await page.keyboard.press("Control+A")
      await page.keyboard.press("Delete")
      await page.keyboard.type(text)
      await page.keyboard.press("Tab")
    },
    /** Selects the option that starts with the given letters. */
    choose: async (path: string, letters: string) => {
      await reach(path)
      await page.keyboard.type(letters)
      await page.keyboard.press("Tab")
    },
    /** Moves from the selected radio button to the next one, `by` times. */
    turn: async (path: string, from: number, by: number) => {
      await reach(`${path}-${from}`)
      for (let presses = 0; presses < by; presses += 1) await page.keyboard.press("ArrowDown")
      await page.keyboard.press("Tab")
    },
    press: async (id: string) => {
      await reach(id)
      await page.keyboard.press("Enter")
    }
  }
}
