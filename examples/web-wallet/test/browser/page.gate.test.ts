import { describe, expect, it } from "vitest"
import { ADDED, HOME, INFO, stories } from "./story.ts"

const { page, sent, server } = stories()

describe("the page", () => {
  const filled = async (query: string) => {
    await page().find(query)
    await page().press("fill")
  }

  it("fills in sample data, and sends it as the preview shows it", async () => {
    const on = page()
    await filled("mexico")
    const shown = await on.preview()
    expect(await sent()).toEqual(shown)
  })

  it("verifies check digits in production mode, and not in the sandbox", async () => {
    const on = page()
    await filled("mexico")
    await on.type(`${INFO}.clabeNumber`, "002010077777777770")
    expect(await on.issueAt(`${INFO}.clabeNumber`)).toBe("")
    await on.reach("production")
    await on.page.keyboard.press("Space")
    expect(await on.issueAt(`${INFO}.clabeNumber`)).toBe("It must be a CLABE with its check digit.")
    await on.type(`${INFO}.clabeNumber`, "002010077777777771")
    expect(await on.issueAt(`${INFO}.clabeNumber`)).toBe("")
  })

  it("reports no error before the field loses focus", async () => {
    const on = page()
    await on.find("gbp")
    await on.reach(`${INFO}.sortCode`)
    await on.page.keyboard.type("12")
    expect(await on.issueAt(`${INFO}.sortCode`)).toBe("")
    await on.page.keyboard.press("Tab")
    expect(await on.issueAt(`${INFO}.sortCode`)).toBe("It must be 6 digits.")
  })

  it("retains the full text of a pasted number that is too long, and reports it", async () => {
    const on = page()
    await on.find("gbp")
    await on.reach(`${INFO}.sortCode`)
    await on.page.evaluate(() => {
      const clipboardData = new DataTransfer()
      clipboardData.setData("text/plain", "20000055")
      document.activeElement?.dispatchEvent(
        new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true })
      )
    })
    expect(await on.preview()).toMatchObject({ accountInfo: { sortCode: "20000055" } })
    expect(await on.issueAt(`${INFO}.sortCode`)).toBe("It must be 6 digits.")
  })

  it("shows API errors beside the fields they name, and the message in the summary", async () => {
    const on = page()
    const errors = [
      { field: "accountInfo.accountNumber", message: "This account is closed." },
      { field: "accountInfo.beneficiary.address.city", message: "There is no such city." },
      { field: "currency", message: "This currency is not enabled." }
    ]
    const body = { status: 400, code: "INVALID_INPUT", message: "The account was refused.", details: { errors } }
    server().answers.account = async () => ({ status: 400, body })
    await filled("gbp")
    await on.press("send")
    expect(await on.notice()).toEqual({
      title: "The account was refused.",
      lines: [
        "Account number: This account is closed.",
        "City: There is no such city.",
        "Currency: This currency is not enabled."
      ]
    })
    for (const { field, message } of errors) expect(await on.issueAt(field)).toBe(message)
    await on.type(`${INFO}.accountNumber`, "87654321")
    expect(await on.issueAt(`${INFO}.accountNumber`)).toBe("")
    expect(await on.issueAt(`${HOME}.city`)).toBe("There is no such city.")
    server().answers.account = async () => ADDED
    await on.press("send")
    expect(await on.added()).toMatchObject({ status: "PENDING" })
  })

  it("reports a missing response, retains the input, and sends it again on request", async () => {
    const on = page()
    await filled("gbp")
    const typed = await on.preview()
    await on.page.context().setOffline(true)
    await on.press("send")
    expect(await on.notice()).toEqual({
      title: "The server did not answer. The account may have been added: check before you send it again.",
      lines: []
    })
    await on.page.context().setOffline(false)
    expect(await on.preview()).toEqual(typed)
    expect(await sent()).toEqual(typed)
  })

  it("sends an account once, even if the button is pressed several times", async () => {
    const on = page()
    let answer = () => {}
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    server().answers.account = () => held.then(() => ADDED)
    await filled("gbp")
    await on.press("send")
    for (let presses = 0; presses < 3; presses += 1) await on.page.keyboard.press("Enter")
    expect(await on.spoken()).toBe("The account is being sent.")
    answer()
    await on.added()
    expect(server().bodies.length).toBe(1)
  })
})
