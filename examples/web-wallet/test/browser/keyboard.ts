import type { Page } from "playwright-core"

/** Somebody without a mouse: every field is reached by Tab, and every answer is typed. */
export const keyboardOf = (page: Page) => {
  const focused = () => page.evaluate(() => document.activeElement?.id ?? "")

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
    /** Takes the first account type that a search finds. */
    find: async (query: string) => {
      await reach("search")
      await page.keyboard.press("Control+A")
      await page.keyboard.type(query)
      await page.keyboard.press("Enter")
    },
    /** Types an answer in place of the one before, and leaves the field. */
    type: async (path: string, text: string) => {
      await reach(path)
      await page.keyboard.press("Control+A")
      await page.keyboard.press("Delete")
      await page.keyboard.type(text)
      await page.keyboard.press("Tab")
    },
    /** Takes the option that begins with some letters. */
    choose: async (path: string, letters: string) => {
      await reach(path)
      await page.keyboard.type(letters)
      await page.keyboard.press("Tab")
    },
    /** Goes from the radio button that is on to the next, so many times. */
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
