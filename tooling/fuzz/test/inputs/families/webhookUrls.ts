import { hostileUrls, injections } from "@countersign/harness/webhooks/hostileUrls"
import { callers } from "@countersign/harness/world"
import * as fc from "fast-check"
import type { Input } from "../../edge/Input.ts"
import { posted } from "../../edge/posted.ts"
import { bentBytes, cuts } from "../bentBytes.ts"
import { oddTexts } from "../oddTexts.ts"
import { wellFormed } from "../wellFormed.ts"

const urls = [...hostileUrls(), ...hostileUrls(8443), ...injections, ...oddTexts.map((text) => `https://${text}/`)]

/** Webhook URLs. Production accepts them. Nothing is sent, because this test has no network. */
export const webhookInputs: fc.Arbitrary<Input> = fc
  .oneof(
    fc.constantFrom(...urls),
    fc
      .tuple(fc.constantFrom(...urls), cuts)
      .map(([url, changes]) => String(bentBytes(Buffer.from(wellFormed(url)), changes))),
    fc.webUrl()
  )
  .map((webhookEndpoint) => ({
    family: "webhook URL",
    request: () => ({ ...posted(callers.liveB, "/config", { webhookEndpoint }), method: "PATCH" })
  }))
